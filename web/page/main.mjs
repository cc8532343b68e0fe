// The page: what is above the drawing, the drawing, and the panel with its tabs. All of it follows from the state.
import { guessesIn } from "./class.mjs";
import { byId, h, isDark, made, show, turn } from "./dom.mjs";
import { CARDS, Drawing, MOST_LIT, boardLines } from "./drawing.mjs";
import { Engine } from "./engine.mjs";
import { figure, svgText } from "./figure.mjs";
import { opened, save } from "./files.mjs";
import { LESSONS, opening } from "./lessons.mjs";
import { afterResults, results, resultsOf } from "./results.mjs";
import { Round, SYSTEMS, obstacle, pairsText, summaryOf } from "./round.mjs";
import { sheet } from "./sheet.mjs";
import { FIRST, LIMITS, NEW_ROUND, Store, TABS, fromBinary, fromLink, linked, stateFrom, textOf } from "./state.mjs";
import { joined } from "./streams.mjs";
import { between, change, naming, players } from "./tabs/change.mjs";
import { guess } from "./tabs/guess.mjs";
import { prove } from "./tabs/prove.mjs";
import { solve } from "./tabs/solve.mjs";
import { why } from "./tabs/why.mjs";
import { parsed, sourceOf } from "./tournament.mjs";
import { fromSigns, unlzma } from "./unpack.mjs";
import { button, check, choice, learn } from "./words.mjs";

const PANELS = { guess, solve, why, prove, change };
/** What pairs a real event: FIDE's Dutch of the edition in force, or this model where none is known to be. */
const IN_FORCE = "dutch";
const REAL = "swiss";
/** What another tournament leaves of the state before. */
const ANOTHER = { ...NEW_ROUND, round: null, tables: {}, hide: [], question: "", lesson: null };
/** A browser takes no longer address. */
const MOST_LINK = 1_500_000;

const given = JSON.parse(byId("given").textContent);
SYSTEMS.push(...given.systems);
const [MODELS, TEACHING] = [given.models, given.teaching].map((texts) => new Map(Object.entries(texts)));
/** The page as it came, without what `boot.mjs` has put into it. */
const BARE = document.documentElement.cloneNode(true);
delete BARE.dataset.theme;
// Beside a text that speaks of its round, the page has what is done with it, and no more.
if (window !== window.top) document.documentElement.dataset.framed = "";
for (let added; (added = BARE.querySelector("#boot").nextSibling);) added.remove();
/** The state without a link: a page that was saved with a round opens there. */
const BEGINNING = stateFrom(JSON.parse(byId("state").textContent));

/** The page, which opens at this state. */
function pageWith(state) {
  BARE.querySelector("#state").textContent = textOf(state).replaceAll("<", "\\u003c");
  return `<!DOCTYPE html>\n${BARE.outerHTML}\n`;
}

/** The sheet for the printer as a page of its own. */
const sheetPage = () => `<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>swiss-ilp</title>\n${document.querySelector("style").outerHTML}\n<main>${byId("sheet").innerHTML}</main>\n</html>\n`;

/** A worker with the module in it, which is compiled once. */
async function workers() {
  const module = await WebAssembly.compile(joined(unlzma(fromSigns(byId("module").textContent))));
  const url = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
  return () => {
    const worker = new Worker(url);
    worker.postMessage({ module });
    return worker;
  };
}

class Page {
  #engine;
  #store;
  #drawing;
  #files = new WeakMap();
  #archive = [];
  /** The tournament that was open before, as it stood: it can be chosen again. */
  #left = null;
  #said = "";
  /** What could not be opened: `{ name, said }`. What was open stays. */
  #refused = null;
  #lit = null;
  #pending = [];
  #link = "";
  #timer = null;
  #isDue = false;
  #last = null;
  #read = null;
  #slider = null;
  #draft = "";
  #listed = [];
  #counted = new Set();
  #isLinking = false;
  #isOpening = false;
  #isLeaving = false;
  #isBroken = false;
  /** The press of a button: `{ state, isVain }`, the state that it is made in, and whether the field that it leaves was refused. And the button that is pressed once all is there, or the one then called so. */
  #held = null;
  #again = null;
  #first = null;
  #written = null;
  #count = 0;

  /** Without a state the link that is opened is not whole. */
  constructor(start, state) {
    this.#isBroken = state === null;
    this.#engine = new Engine(start, () => this.due());
    // What was said of a step goes with the next one.
    this.#store = new Store(state ?? BEGINNING, () => this.#say(""));
    this.#drawing = new Drawing(byId("frame"), {
      pick: (id) => this.#tab.pick(this.round, id),
      join: (one, other) => (this.#tab.join ? this.#tab.join(this.round, one, other) : undefined),
      point: (id) => {
        if (id === this.#lit || (this.round?.players?.size ?? 0) > MOST_LIT) return;
        this.#lit = id;
        this.due();
      },
    });
    this.#heedPresses();
    addEventListener("resize", () => this.due());
    addEventListener("hashchange", () => this.#follow());
    addEventListener("keydown", (event) => this.#pressed(event));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.#open(event.dataTransfer?.files?.[0]);
    });
    setInterval(() => this.#status(), 250);
    this.due();
  }

  get state() {
    return this.#store.state;
  }

  get #tab() {
    return PANELS[this.state.tab];
  }

  /** Show everything anew, once for all that happens at a time. */
  due() {
    if (this.#isDue) return;
    this.#isDue = true;
    if (this.#held !== null) return this.#status();
    queueMicrotask(() => {
      this.#isDue = false;
      this.#show();
    });
  }

  /** A press leaves the field that was written in, and what that changes may rebuild the button. So all stays until the press is over, and the button is pressed that stands there then. */
  #heedPresses() {
    const pressed = ({ target }) => target.closest?.("button:not(.card), summary");
    addEventListener("mousedown", (event) => {
      this.#again = null;
      this.#held = event.button === 0 && pressed(event) ? { state: this.state, isVain: false } : null;
    }, true);
    addEventListener("click", (event) => {
      const { state, isVain } = this.#held ?? this;
      if (!pressed(event) || (state === this.state && !isVain)) return;
      if (!isVain) this.#again = { one: pressed(event), name: calledOf(pressed(event)) };
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
    addEventListener("mouseup", () => setTimeout(() => {
      this.#held = null;
      if (!this.#isDue) return;
      this.#isDue = false;
      this.due();
    }), true);
  }

  /** Take the state of the link in the address bar. */
  async #follow() {
    if (location.hash === this.#link) return;
    const isWithin = Boolean(byId(location.hash.slice(1)));
    const state = isWithin ? this.state : await stateOf(location.hash);
    // The address is that of the state again, even if the link leads to where the page is.
    this.#written = null;
    this.#isBroken = state === null;
    if (state) this.#store.set(state);
    this.#say("");
  }

  #say(text) {
    this.#said = text;
    this.#refused = null;
    this.due();
  }

  /** What is read from this file; what stands in the way is said. */
  async #reading(name, read) {
    this.#isOpening = true;
    this.#say(`Reading ${name}…`);
    this.#status();
    try {
      const found = await read();
      this.#said = "";
      return found;
    } catch (error) {
      this.#say(`${name} cannot be opened: ${error.message.replace(/\.$/, "")}.`);
      return null;
    } finally {
      this.#isOpening = false;
      this.due();
    }
  }

  async #open(file) {
    const found = file && await this.#reading(file.name, () => opened(file));
    if (!found) return;
    this.#archive = found.length > 1 ? found : [];
    this.#take(found[0]);
  }

  async #take({ name, read }) {
    const source = await this.#reading(name, read);
    if (!source) return;
    const isList = /\.csv$/i.test(source.name);
    this.#before(source, { question: "info", request: {} }, ({ answer, ...reply }) => {
      // What cannot be read takes nobody's place; what has been played goes on with its next round.
      if (!answer) this.#refuse(source.name, reply);
      else if (isList) this.#seed(source, answer.notes);
      else this.#choose(source, { ...ANOTHER, tab: answer.rounds_played > 0 && this.state.tab === "guess" ? "solve" : this.state.tab });
    });
  }

  /** A list of players is numbered by strength, and begins today. */
  #seed(source, rows) {
    const request = { by: "rating,title,name", name: source.name.replace(/\.csv$/i, ""), start: new Date().toLocaleDateString("sv") };
    this.#before(source, { question: "seed", request, format: "json" }, ({ text, notes, ...reply }) => {
      if (!text) return this.#refuse(source.name, reply);
      const list = JSON.parse(text);
      list.rounds_planned ??= usualRounds(list.players.length);
      this.#choose(sourceOf(JSON.stringify(list), source.name.replace(/csv$/i, "json")));
      this.#listed = [...notes.map((what) => `${source.name}, ${what}.`), ...rowsSaid(rows), `${list.rounds_planned} rounds are usual for ${list.players.length} players. Their number can be changed until the last one.`];
    });
  }

  /** Say what stands in the way of a file, of a list by its rows. */
  #refuse(name, { said, faults }) {
    this.#say("");
    const isList = /\.csv$/i.test(name);
    const isNone = faults?.some(({ code }) => code === "not-trf" || code === "empty-file");
    this.#refused = { name, said: isNone ? rowsSaid(faults.map((fault) => ({ ...fault, line: null }))) : isList && faults ? rowsSaid(faults) : [said] };
  }

  /** Ask of a source that is not shown yet. Until then all stays as it is. */
  #before(source, asked, then) {
    this.#first = { asked: () => this.#engine.ask(this.#file(source), asked), then };
    this.due();
  }

  /** The guesses in the links that somebody has pasted into a field, which is empty again then. */
  async #paste(round, field) {
    // One text may come in several events, a line in each.
    if (this.#isOpening) return;
    this.#isOpening = true;
    this.#status();
    await new Promise((then) => setTimeout(then));
    const text = field.value;
    const found = await guessesIn(text, round.state, round.info?.answer?.next_round);
    this.#isOpening = false;
    if (found.length === 0 && text.trim()) this.#say("There is no link in this text.");
    // Whoever is there already is not there twice.
    else this.#store.set({ pupils: [...new Map([...this.state.pupils, ...found].map((one) => [JSON.stringify(one), one])).values()] });
    this.due();
  }

  /** Open a source. It is paired as somebody has chosen; else a round of the course by its model, and a real event by the edition in force. */
  #choose(source, changes = ANOTHER) {
    const isAnother = "lesson" in changes;
    if (isAnother) this.#listed = [];
    const { model, system, text } = this.state;
    const [isReal, wasReal] = [source, this.state.source].map((one) => !("teaching" in one));
    const isByDefault = text === null && (isReal !== wasReal || (system === null ? model === (wasReal ? REAL : FIRST.model) : system === IN_FORCE));
    const left = this.state.source;
    const open = (by) => {
      if (isAnother && "text" in left) this.#left = left;
      this.#isLeaving ||= isAnother;
      this.#store.set({ ...changes, source, ...by });
    };
    if (!isByDefault) open({});
    else if (!isReal) open({ model: FIRST.model, system: null });
    else this.#before(source, { question: "pair", request: { at: { round: 1 }, system: IN_FORCE, checklist: true } }, ({ answer }) => open({ model: REAL, system: answer ? IN_FORCE : null }));
    if (isAnother) this.#last = null;
    this.#isBroken = false;
    this.due();
  }

  /** The file of a source: bytes with a number of their own. */
  #file(source) {
    const known = this.#files.get(source);
    if (known) return known;
    const text = source.teaching === undefined ? null : TEACHING.get(source.teaching);
    const made = { id: `file ${(this.#count += 1)}`, bytes: text === null ? fromBinary(source.text) : new TextEncoder().encode(text), text };
    this.#files.set(source, made);
    return made;
  }

  #show() {
    const { state } = this;
    const file = this.#file(state.source);
    this.#engine.begin();
    if (this.#first) {
      const { asked, then } = this.#first;
      const reply = asked();
      this.#engine.end();
      this.#status();
      if (reply) {
        this.#first = null;
        then(reply);
        this.due();
      }
      return;
    }
    const round = new Round(this.#engine, this.#store, file, MODELS);
    this.round = round;
    round.save = save;
    round.paste = (field) => this.#paste(round, field);
    round.slider = this.#slider;
    round.hold = (place) => {
      this.#slider = place;
      this.due();
    };
    round.counted = this.#counted;
    round.count = (key) => {
      this.#counted.add(key);
      this.due();
    };
    round.draft = this.#draft;
    round.write = (text) => {
      this.#draft = text;
      this.due();
    };
    round.later = (asked, then) => this.#later(asked, then);
    round.listed = this.#listed;
    const becomes = (changes, said = "", notes = () => false) => (reply) => {
      if (reply.text) this.#store.set({ ...changes, source: sourceOf(reply.text, round.fileName) });
      this.#say(reply.text ? [said, ...reply.notes.filter(notes).map((note) => `Note: ${note}`)].join(" ") : reply.faults?.map(({ what, mend }) => `${what}; ${mend}.`).join(" ") ?? obstacle(reply));
    };
    round.play = () => round.later(() => round.pairedAs("tournament"), becomes({ ...NEW_ROUND, round: null }));
    round.edit = (request, changes = {}, contents = undefined, said = undefined) => round.later(() => round.ask("edit", request, { format: "tournament", contents }), becomes(changes, said, (note) => (request.late || request.correct) && !note.startsWith("read: ")));
    round.say = (said) => this.#say(said);
    round.refuse = (said) => {
      if (this.#held) this.#held.isVain = true;
      this.#say(said);
    };
    round.reopen = (source) => this.#choose(source, {});
    let tournament;
    round.tournament = () => (tournament ??= this.#tournament(round, file));
    // Until what is new is there, what was before stays.
    const info = round.info = this.#isBroken ? { said: "This link is not whole: a part of it was lost. Copy all of it, or ask for it again." } : round.ask("info") ?? this.#last?.info;
    round.entering = info?.answer ? entered(info.answer, state) : null;
    // Where every round has been played, the last one is shown that was not only begun; and so in place of one that there cannot be.
    if (info?.answer && (state.round === null || state.round > roundsOf(info))) round.state = { ...state, round: info.answer.next_round === null ? lastWhole(info.answer) : null };
    // Results are entered into a round as it was paired.
    if (round.entering !== null) round.state = { ...state, ...NEW_ROUND, round: round.entering || lastWhole(info.answer) };
    const lists = info?.answer ? ["dutch-2026", "tcec"].map((system) => () => round.ask("pair", { at: round.at, system, checklist: true })) : [];
    learn(round.ask("rule")?.answer ?? []);
    let list = info;
    for (const ask of lists) {
      list = ask();
      if (list?.answer || !list) break;
    }
    if (list?.answer?.players) this.#last = { info, list };
    else if (!list && this.#last) ({ info: round.info, list } = this.#last);
    if (list?.answer?.players) round.take(list);
    this.#pending = this.#pending.filter(({ asked, then }) => {
      const reply = asked();
      if (reply) then(reply);
      return !reply;
    });
    this.#bar(round);
    const drawn = this.#draw(round, list);
    this.#panel(round, list);
    show(byId("sheet"), sheet(round, this.state.tab === "guess" || !round.list || round.isHidden || round.entering !== null ? drawn : round.lines(round.paired())));
    this.#engine.end();
    this.#remember();
    this.#status();
    if (this.#again === null || this.#engine.running) return;
    const { one, name } = this.#again;
    this.#again = null;
    [one, ...document.querySelectorAll("button, summary")].find((each) => each.isConnected && calledOf(each) === name)?.click();
  }

  /** Ask, and go on once the answer is there. */
  #later(asked, then) {
    this.#pending.push({ asked, then });
    this.due();
  }

  #tournament(round, file) {
    if (file.text !== null) return JSON.parse(file.text);
    const own = parsed(this.state.source);
    if (own) return own;
    const reply = round.ask("convert", { to: "json" }, { format: "table" });
    if (reply) this.#read = reply.text ? JSON.parse(reply.text) : null;
    return reply || this.#last ? this.#read : undefined;
  }

  #bar(round) {
    const { state } = this;
    const { info } = round;
    const by = round.state.system !== null ? `system ${state.system}` : state.text !== null ? "own" : `model ${state.model}`;
    const teaching = [...TEACHING].map(([id, text]) => [id, JSON.parse(text).name.replace(/^Teaching round (\d+):/, "$1 players:").replace(/^Teaching round: /, "")]);
    const source = this.#isBroken ? "" : state.source.teaching ?? "file";
    const archived = this.#archive.map(({ name }, at) => [`archive ${at}`, name]);
    const before = this.#left && this.#left !== state.source ? [["left", `${this.#left.name}, as it stood`]] : [];
    const files = [...(source === "" ? [["", "…"]] : []), ...(source === "file" ? [["file", state.source.name]] : []), ...before, ...archived, ...teaching];
    const played = Array.from({ length: info?.answer?.rounds_played ?? 0 }, (_, at) => [`results ${at + 1}`, resultsOf(round, at + 1)]);
    const option = ([value, said]) => h("option", { value }, said);
    show(byId("bar"), [
      h("h1", null, "swiss-ilp", h("span", { class: "sub" }, "the best pairing of a round")),
      h("label", { class: "open", key: "open" }, h("input", { type: "file", class: "hidden", id: "open", accept: ".trf,.trfx,.txt,.json,.csv,.zip", onchange: (event) => {
        this.#open(event.target.files[0]);
        event.target.value = "";
      } }), h("span", null, "Open", h("i", null, " a file"), "…")),
      choice("The tournament", source, files, (value) => {
        if (value.startsWith("archive ")) this.#take(this.#archive[Number(value.slice(8))]);
        else if (value === "left") this.#choose(this.#left);
        else if (value !== "file" && value !== "") this.#choose({ teaching: value });
      }, { id: "source" }),
      h("select", { id: "round", "aria-label": "The round", value: round.entering === null ? String(round.state.round ?? info?.answer?.next_round ?? 1) : `results ${round.entering}`, onchange: ({ target: { value } }) => this.#store.set(value.startsWith("results") ? { results: Number(value.slice(8)) } : { ...NEW_ROUND, round: Number(value) }) },
        h("optgroup", { label: "To pair" }, Array.from({ length: roundsOf(info) }, (_, at) => option([String(at + 1), `round ${at + 1}`]))),
        played.length > 0 && h("optgroup", { label: "Played" }, [...played, ...(round.ranked > 0 ? [["results 0", "standings"]] : [])].map(option))),
      h("label", { class: "by", key: "by" }, "paired ", h("select", { id: "by", value: by, title: state.system === null ? round.summary : null, onchange: (event) => this.#by(event.target.value) },
        h("optgroup", { label: "The best pairing, by a model of what counts" }, [...round.models].map(([name, text]) => h("option", { value: `model ${name}`, title: summaryOf(text) }, `optimally by ${name}`)), state.text !== null && h("option", { value: "own" }, "optimally by your model")),
        h("optgroup", { label: "By written rules, of FIDE or TCEC" }, SYSTEMS.map((id) => h("option", { value: `system ${id}` }, `by the rules ${id}`))))),
      h("span", { class: "tools" },
        button("Undo", () => this.#store.undo(), { disabled: !this.#store.canUndo, id: "undo" }),
        h("details", { class: "menu", key: "link" }, h("summary", null, "Link"), h("div", { class: "drop" },
          h("p", null, "The link in the address bar has all that you see. Nothing leaves your browser."),
          check("hide the optimum from whoever opens it", round.isHidden, (isOn) => this.#store.set({ hide: isOn ? ["optimum"] : [] })),
          h("label", null, "Your name, for your teacher ", h("input", { type: "text", id: "who", value: state.who, onchange: (event) => this.#store.set({ who: event.target.value }) })),
          h("label", null, "A question for them ", h("input", { type: "text", value: state.question, onchange: (event) => this.#store.set({ question: event.target.value }) })),
          button("Copy the link", () => this.#copy(), { id: "copy" }))),
        h("details", { class: "menu", key: "save" }, h("summary", null, "Save"), h("div", { class: "drop" }, this.#saving(round))),
        h("details", { class: "menu", key: "view" }, h("summary", null, "View"), h("div", { class: "drop" },
          h("label", null, "Size of the cards ", choice("Cards", state.cards, CARDS, (cards) => this.#store.set({ cards }))),
          h("label", null, "Stop computing after ", choice("Time limit", state.seconds, LIMITS, (value) => this.#store.set({ seconds: JSON.parse(value) }))),
          button(isDark() ? "Light" : "Dark", () => {
            turn();
            this.due();
          }, { id: "theme" }),
          button("Print the sheet", () => print())))),
    ]);
  }

  #by(value) {
    const [, kind, name] = /^(\w+) ?(.*)$/s.exec(value);
    if (kind === "own") this.#store.set({ system: null, optimum: 0 });
    else if (kind === "system") this.#store.set({ system: name, optimum: 0, duals: {} });
    else this.#store.set({ system: null, model: name, text: null, optimum: 0, duals: {} });
  }

  async #copy() {
    if (this.#isLinking) {
      clearTimeout(this.#timer);
      await this.#write(this.state);
    }
    try {
      await navigator.clipboard.writeText(location.href);
      this.#say("The link is copied.");
      setTimeout(() => this.#say(""), 4000);
    } catch {
      this.#say("Copy the link from the address bar.");
    }
  }

  #saving(round) {
    const { state } = round;
    const orSaid = (file, type) => (reply) => {
      if (reply.text) save(file, reply.text, type);
      this.#say(reply.text ? (reply.notes ?? []).join(" ") : obstacle(reply) ?? "There is nothing to save.");
    };
    const tournament = [
      button("The tournament as it stands", () => save(round.info?.answer ? `${round.title}-${round.stage}.${round.info.answer.format}` : state.source.name, round.file.bytes)),
      round.info?.answer && button("The report for the federation (TRF)", () => round.later(() => round.report(), orSaid(`${round.title}-${round.stage}-report.trf`)), { title: "With ranks and tie-breaks, once all results are there" }),
      round.info?.answer && button("The sheet for the printer (HTML)", () => save(`${round.title}-${round.entering === 0 ? `standings-${round.stage}` : `round-${round.entering ?? round.list?.round}-sheet`}.html`, sheetPage(), "text/html")),
    ];
    if (!round.list || round.entering !== null) return tournament;
    const name = `${round.title}-round-${round.list.round}`;
    const { system } = state;
    const saving = (format, file, type) => () => round.later(() => round.pairedAs(format), orSaid(file, type));
    const program = (asked, file) => () => round.later(() => round.ask("model", { model: round.model, at: { ...round.at, file: { file: round.file.id } }, ...asked }, asked.latex ? { format: "table" } : { kept: [asked.write_model] }), (reply) => {
      const text = reply.files?.[asked.write_model] ?? reply.text;
      return text ? save(file, text) : this.#say(obstacle(reply) ?? "There is nothing to save.");
    });
    return [
      tournament,
      round.state.mine.length > 0 && button("Your boards", () => save(`${name}-mine.pairs`, pairsText(round.state.mine))),
      !round.isHidden && [
        h("p", null, `Paired by ${round.by}:`),
        button("Pairs", saving("pairs", `${name}.pairs`)),
        button("Record (JSON)", saving("json", `${name}.json`, "application/json")),
        system === null && button("Program for other solvers (LP)", program({ write_model: "round.lp" }, `${name}.lp`)),
        system === null && button("Formulation of the round (LaTeX)", program({ latex: true }, `${name}.tex`)),
      ],
      button("Figure of what you see (SVG)", () => save(`${name}.svg`, svgText(made(figure({ ...round, lines: [], ...this.#tab.draw(round) }))), "image/svg+xml")),
      button("This page with the round", () => save(`${name}.html`, pageWith(this.state), "text/html")),
    ];
  }

  #draw(round, list) {
    const frame = byId("frame");
    if (round.entering !== null) {
      show(frame, [results(round)]);
      return boardLines([...round.games.map(({ white, black }) => [white, black]), ...round.byes.map((id) => [id, 0])]);
    }
    if (!round.list) {
      const said = obstacle(list);
      show(frame, [said ? h("div", { class: "fault", role: "alert" }, h("p", null, `${this.state.source.name ?? "This round"} cannot be shown:`), h("pre", { tabindex: 0 }, said)) : h("p", { class: "hint" }, "Reading…")]);
      return [];
    }
    const view = this.#tab.draw(round);
    const title = `Round ${round.list.round} of ${round.list.tournament || "a tournament"}, ${round.players.size} players`;
    const lit = new Set(this.#lit === null ? [] : [this.#lit]);
    this.#drawing.draw({ ...view, title, columns: round.columns, players: round.players, chosen: round.state.chosen, canJoin: Boolean(this.#tab.canJoin), cards: this.state.cards, lit });
    return view.lines;
  }

  #panel(round, list) {
    const shown = this.state.tab;
    // From the results and the standings at the end a tab leads to the round.
    const isOver = round.entering !== null && round.info.answer.next_round === null && round.info.answer.results_missing === 0;
    const go = (tab) => this.#store.view({ tab, chosen: [], results: null, ...(isOver && { round: round.state.round }) });
    const pressed = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = TABS.at((TABS.indexOf(shown) + step) % TABS.length);
      go(next);
      queueMicrotask(() => byId(`tab-${next}`).focus());
    };
    show(byId("side"), [
      this.#refused && h("div", { class: "fault", role: "alert", key: "refused" }, h("p", null, `${this.#refused.name} cannot be opened; what was open stays.`), h("pre", { tabindex: 0 }, this.#refused.said.join("\n"))),
      h("div", { role: "tablist", "aria-label": "What can be done", class: "tabs", key: "tabs", onkeydown: pressed }, TABS.map((name) => h("button", {
        type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(name === shown), "aria-controls": "panel", tabindex: name === shown ? 0 : -1, onclick: () => go(name),
      }, PANELS[name].title))),
      h("div", { role: "tabpanel", id: "panel", tabindex: 0, "aria-labelledby": `tab-${shown}`, key: `panel ${shown}` }, this.#question(), round.list && shown !== "change" && round.info.answer.rounds_played === 0 && naming(round), round.entering !== null ? (shown === "change" && round.entering > round.ranked ? between(round) : afterResults(round)) : round.list ? this.#tab.panel(round) : this.#stuck(round, list)),
      h("div", { id: "status", key: "status" }),
      h("p", { class: "hint promise", key: "promise" }, "Computed on this machine: nothing leaves your browser."),
    ].filter(Boolean));
  }

  /** Where the round cannot be paired: what was decided, to be taken back, all at once or one by one. */
  #stuck(round, list) {
    const next = round.info?.answer?.next_round;
    if (!list || !next) return h("p", { class: "hint" }, "Open a tournament report (TRF), a JSON file or a list of players (CSV), or choose a teaching round above.");
    return [
      round.at.decisions && button("Take back what was decided for this round", () => round.set({ absent: [], late: [], bye: null, forbid: [], same: [] }), { id: "take-back" }),
      this.state.tab !== "change" ? h("p", { class: "hint" }, "Change has them one by one.") : [null, next].includes(round.state.round) && players(round),
    ];
  }

  /** What a teacher or a chapter asks; after a level of the game, the way to the next one. */
  #question() {
    const { question, lesson } = this.state;
    const next = LESSONS[lesson]?.next;
    return question && h("p", { class: "first-note", key: "question" }, question, next && [h("br"), h("a", { href: `#lesson=${next}` }, "The next level")]);
  }

  #status() {
    const running = this.#engine.running;
    const seconds = running ? (performance.now() - running.since) / 1000 : 0;
    const isLong = seconds > 0.4;
    // For whoever waits until everything is there: somebody's own script, or a test.
    document.documentElement.toggleAttribute("data-busy", this.#isDue || running !== null || this.#isLinking || this.#isOpening);
    if (this.#held !== null) return;
    show(byId("status") ?? document.createElement("p"), [
      h("p", { role: "status", key: "said" }, isLong ? "Computing… " : this.#said),
      isLong && h("span", { key: "time", "aria-hidden": "true" }, `${seconds.toFixed(0)} s `),
      isLong && button("Stop", () => this.#engine.stop({ ended: "stopped", said: "It was stopped.", notes: [] }), { key: "stop", id: "stop" }),
      !isLong && this.#engine.wasStopped && button("Go on", () => this.#engine.again(), { key: "again" }),
    ].filter(Boolean));
  }

  /** Write the state into the address bar, once it has rested: browsers take few addresses a second, and none that is too long. */
  #remember() {
    const { state } = this;
    if (this.#written === state || this.#isBroken) return;
    this.#written = state;
    this.#isLinking = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(state), 120);
  }

  async #write(state) {
    const text = await linked(state);
    if (this.#written !== state) return;
    const isShort = text.length <= MOST_LINK;
    this.#link = isShort ? `#${text}` : "";
    // Whoever opens another tournament comes back by the browser's way back.
    history[this.#isLeaving ? "pushState" : "replaceState"](null, "", isShort ? this.#link : location.pathname);
    this.#isLeaving = false;
    if (!isShort) this.#said = "This tournament is too large for a link.";
    this.#isLinking = false;
    this.#status();
  }

  #pressed(event) {
    if (event.key === "Escape") {
      document.querySelectorAll("details.menu[open]").forEach((menu) => { menu.open = false; });
      this.#store.set({ chosen: [] });
    }
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) {
      event.preventDefault();
      this.#store.undo();
    }
  }

}

/** What is to be known of a list, as whoever has it in a spreadsheet finds it. */
const rowsSaid = (rows) => rows.map(({ line, what, mend }) => `${line ? `Row ${line}: ` : ""}${what}; ${mend}.`);

/** What a button is called. */
const calledOf = (one) => one.id || one.ariaLabel || one.textContent;

/** How many rounds can be shown. */
const roundsOf = (info) => (info?.answer ? Math.max(info.answer.next_round ?? info.answer.rounds_played, 1) : 1);

/** The round whose results are entered: the one that somebody wants, or the last one as long as it awaits them; 0 is the standings, with which a tournament opens that is at its end. */
function entered({ rounds_played: played, results_missing: missing, next_round: next }, { results: wanted, round }) {
  if (wanted !== null && played > 0) return Math.min(wanted, played);
  if (missing > 0) return round === null || round > played ? played : null;
  return next === null && round === null ? 0 : null;
}

/** How many rounds clubs play with so many players. */
const usualRounds = (players) => Math.min(players < 33 ? 5 : players < 129 ? 7 : 9, Math.max(1, players - 1));

/** The last round for which at least half of the players were there. */
function lastWhole({ players, rounds_played: played, away }) {
  const isThere = (round) => 2 * away.filter(({ since }) => since <= round).length <= players;
  return Array.from({ length: played }, (_, at) => played - at).find(isThere) ?? Math.max(1, played);
}

/** The state with a model and a round of this page where it names others that are not here. */
const known = (state) => state && {
  ...state,
  model: MODELS.has(state.model) ? state.model : FIRST.model,
  source: Object.hasOwn(state.source, "teaching") && !TEACHING.has(state.source.teaching) ? FIRST.source : state.source,
};

/** The state that the fragment of an address names: a lesson, or all of it. */
async function stateOf(hash) {
  if (hash.length < 2) return BEGINNING;
  const lesson = /^#lesson=(.*)$/.exec(hash)?.[1];
  if (lesson !== undefined) {
    const state = opening(lesson);
    return state && { ...FIRST, ...state };
  }
  return known(await fromLink(hash.slice(1)));
}

document.addEventListener("click", (event) => document.querySelectorAll("details.menu[open]").forEach((menu) => { if (!menu.contains(event.target) || event.target.matches("button")) menu.open = false; }));
try {
  const [start, state] = await Promise.all([workers(), stateOf(location.hash)]);
  new Page(start, state);
} catch (error) {
  show(byId("frame"), [h("p", { class: "bad", role: "alert" }, `This browser cannot run the page: ${error.message}`)]);
}
