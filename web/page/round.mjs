// What is asked of the round that is shown. Every tab asks through it.
import { boardLines, columnsOf, keyOf, namedPlayers } from "./drawing.mjs";
import { AWAY, listed, plural } from "./words.mjs";

/** The edition in force, and the systems, which the page is given. */
export const SYSTEMS = ["dutch"];

/** What a model of one's own is called, by the module, too. */
const OWN = "your model";
const DRAWN = "drawn.pairs";
const CERTIFICATE = "proof/certificate.json";
/** So many boards are counted one by one. */
const MOST_ALONE = 100;
/** The tie-breaks of the standings: those of the guide. */
const TIE_BREAKS = "BH-C1,BH,SB,DE";
/** So many notes are shown. */
const MOST_NOTES = 4;

/** A pairing as the arbiters' form; 0 is the bye. */
export const pairsText = (pairs) => `${[pairs.length, ...pairs.map((pair) => pair.join(" "))].join("\n")}\n`;

/** The pairs of a record, the bye as a pair with 0. */
export const pairsOf = ({ pairs, bye }) => [...pairs.map(({ white, black }) => [white, black]), ...(bye ? [[bye, 0]] : [])];

/** What a model's text says that the model is. */
export const summaryOf = (text) => /^summary = "(.*)"$/m.exec(text)?.[1] ?? null;

/** Whether the text of a model uses what the organiser says: the library refuses what has no effect. */
export const USES = {
  attributes: (text, table) => table.split("\n", 1)[0].split(",").slice(1).some((column) => text.includes(`.${column.replaceAll('"', "").trim()}`)),
  weights: (text) => /\bweight\s*\(/.test(text),
  lots: (text) => /\b(random-distance|lot_place)\b/.test(text),
};

export class Round {
  #engine;
  #alone = 0;

  /** `file` is `{ id, bytes }`; `models` is a map of the models' texts by name. */
  constructor(engine, store, file, models) {
    this.#engine = engine;
    Object.assign(this, { store, file, models, state: store.state, info: null, list: null, entering: null });
  }

  set(changes, stroke) {
    this.store.set(changes, stroke);
  }

  /** Ask a question. Without a limit of its own it has that of the page. Models that the module has not go with it, and what the organiser says for a model. */
  ask(question, request = {}, { contents, ...more } = {}) {
    const { text, tables, lots, seconds } = this.state;
    const model = request.model ?? request.rules?.model;
    // What is saved of a model that was changed does not have its name.
    const own = model === OWN && text !== null ? text.replace(`name = "${this.state.model}"`, `name = "${this.state.model}, changed"`) : null;
    const all = { ...(own === null ? {} : { [model]: own }), ...contents };
    const asked = { question, request, ...more };
    const said = { ...tables, lots };
    const given = model === undefined || question === "model" ? [] : Object.keys(USES).filter((name) => (said[name] ?? null) !== null && USES[name](all[model] ?? this.models.get(model) ?? "", said[name]));
    if (given.length > 0) asked.request = { ...request, tables: Object.fromEntries(given.map((name) => [name, name === "lots" ? lots : `${name}.csv`])) };
    for (const name of given) if (name !== "lots") all[`${name}.csv`] = tables[name];
    if (Object.keys(all).length > 0) asked.contents = all;
    if (seconds !== null && asked.seconds === undefined && !["info", "model", "convert"].includes(question)) asked.seconds = seconds;
    return this.#engine.ask(this.file, asked);
  }

  get model() {
    return this.state.text === null ? this.state.model : OWN;
  }

  /** The name of what pairs, with the edition that was in force. */
  get by() {
    const { system } = this.state;
    const edition = system === null ? null : this.pair()?.answer?.system;
    return edition && edition !== system ? `${system}, edition ${edition}` : system ?? this.model;
  }

  /** The round in a request: what the arbiter has decided is with it. */
  get at() {
    const { round, absent, late, bye, forbid, same } = this.state;
    const decisions = { absent, late, forbid: forbid.map((pair) => pair.join("-")), avoid_same: same };
    const made = Object.entries(decisions).filter(([, list]) => list.length > 0);
    if (bye !== null) made.push(["bye", bye]);
    return { ...(round === null ? {} : { round }), ...(made.length > 0 ? { decisions: Object.fromEntries(made) } : {}) };
  }

  solve(more = {}) {
    return this.ask("solve", { at: this.at, model: this.model, ...more });
  }

  /** The dual values of the certificate, as `verify` has checked them: `{ seats, odd_sets, bound, tiers, certificate }`. */
  duals() {
    const reply = this.ask("solve", { at: this.at, model: this.model, proof: "proof" }, { kept: [CERTIFICATE] });
    const certificate = reply?.files?.[CERTIFICATE];
    if (!certificate || reply.ended === "no-pairing") return reply && { ...reply, answer: null };
    const verified = this.verifyDuals(certificate);
    if (!verified?.answer) return verified;
    // Numbers may have any length.
    const { optimal } = JSON.parse(certificate.replace(/"(dual|bound)":(-?\d+)/g, '"$1":"$2"')).proof;
    return { ...verified, answer: optimal ? { ...optimal, ...verified.answer, certificate } : null };
  }

  /** The linear program of the pairs without odd sets: its value, and the odd circles of halves. */
  relaxed() {
    return this.solve({ show: ["relax"] });
  }

  /** What `verify` says of dual values. */
  verifyDuals(text) {
    return this.ask("verify", { at: this.at, rules: { model: this.model }, duals: "duals" }, { contents: { duals: text } });
  }

  explain() {
    return this.ask("explain", { at: this.at, model: this.model });
  }

  pair() {
    return this.ask("pair", { at: this.at, system: this.state.system, trace: true });
  }

  /** The optimum of a model's text that is not the one of the state. */
  solveBy(text) {
    return this.ask("solve", { at: this.at, model: OWN }, { contents: { [OWN]: text } });
  }

  /** Verify these pairs by the model, by a model's text that is not the one of the state, or by a system. */
  verify(pairs, system = null, { text, ...more } = {}) {
    const rules = system === null ? { model: text ? OWN : this.model } : { system };
    return this.ask("verify", { at: this.at, rules, pairing: { pairing: DRAWN } }, { contents: { [DRAWN]: pairsText(pairs), ...(text && { [OWN]: text }) }, ...more });
  }

  /** What a board counts by the model: as `explain` has it of the optimum, or counted alone; of more boards than are counted so, what asks for it. */
  worth(pair) {
    const all = this.state.tab === "solve" && this.state.system === null ? this.explain() : null;
    if (all === undefined) return undefined;
    const known = all?.answer?.boards?.find(({ white, black }) => white === pair[0] && black === pair[1]);
    if (known) return known.value;
    this.#alone += 1;
    // Without the time to look for the optimum, too, which would be another question a board.
    const key = keyOf(pair);
    if (this.#alone > MOST_ALONE && !this.counted.has(key)) return () => this.count(key);
    return this.verify([pair], null, { seconds: 0.001 })?.answer?.objective;
  }

  why(one, other) {
    const rules = this.state.system === null ? { model: this.model } : { system: this.state.system };
    return this.ask("why", { at: this.at, one: String(one), ...(other === undefined ? {} : { other: String(other) }), rules });
  }

  /** What the model is for, in a sentence. What one's own is for, the page cannot know. */
  get summary() {
    return this.state.text === null ? summaryOf(this.models.get(this.state.model)) : null;
  }

  /** How many players have no board among these. */
  missing(boards) {
    return this.players.size - boards.flat().filter((id) => this.players.has(id)).length;
  }

  /** Whether everybody has a board among those that somebody has drawn. */
  get isWhole() {
    return this.missing(this.state.mine) === 0;
  }

  /** What the tournament is called as a file, once it is changed. */
  get fileName() {
    return this.state.source.name ?? `${this.info.answer.tournament || "tournament"}.json`;
  }

  /** What saved files begin with: the tournament's name in letters and digits, or that of the file without the round that it was saved after. */
  get title() {
    const { name, teaching } = this.state.source;
    const text = this.info.answer.tournament || (name?.replace(/\.\w+$/, "").replace(/-(after-|before-)?round-\d+(-report)?$/, "") ?? teaching);
    return text.normalize().replace(/[^\p{L}\p{M}\p{Nd}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "tournament";
  }

  /** How far the tournament has come, as its file says. */
  get stage() {
    const { rounds_played: played } = this.info.answer;
    return this.ranked < played ? `round-${played}` : played > 0 ? `after-round-${played}` : "before-round-1";
  }

  get #played() {
    return this.tournament()?.rounds?.[this.entering - 1] ?? {};
  }

  /** The games of the round whose results are entered, in the order of the boards: that of the file, but a report keeps none (C.04.2, 3.6). */
  get games() {
    const { games = [] } = this.#played;
    if (this.info.answer.format !== "trf" || !this.list) return games;
    const place = new Map(this.seats.map((id, at) => [id, at]));
    const score = (id) => Number(this.players.get(id)?.score ?? 0);
    const keyed = games.map((game) => {
      const two = [game.white, game.black];
      const top = Math.min(...two.map((id) => place.get(id) ?? Infinity));
      return { game, top, highest: Math.max(...two.map(score)), sum: score(two[0]) + score(two[1]) };
    });
    return keyed.sort((one, other) => other.highest - one.highest || other.sum - one.sum || one.top - other.top).map(({ game }) => game);
  }

  /** Who has the bye of that round. */
  get byes() {
    return (this.#played.byes ?? []).filter(({ kind }) => kind === "pairing").map(({ player }) => player);
  }

  /** Who has neither a game nor the pairing-allocated bye, `{ player, kind }`: as the round was played, or as the arbiter and the file say. */
  get unpaired() {
    if (this.entering !== null) return (this.#played.byes ?? []).filter(({ kind }) => kind !== "pairing");
    const { round, absent } = this.list;
    const { rounds = [], absences = [] } = this.tournament() ?? {};
    const said = [...(rounds[round - 1]?.byes ?? []), ...absences.filter((one) => (one.round ?? round) === round)];
    return absent.filter((id) => id !== this.state.bye).toSorted((one, other) => one - other).map((player) => ({ player, kind: said.find((one) => one.player === player && AWAY[one.kind])?.kind ?? "zero" }));
  }

  /** The last round that has all its results. */
  get ranked() {
    const { rounds_played: played, results_missing: missing } = this.info.answer;
    return missing > 0 ? played - 1 : played;
  }

  /** The standings after that round, with what everybody did. */
  standings() {
    return this.ask("standings", { tie_breaks: TIE_BREAKS, cross_table: true, round: this.ranked + 1 });
  }

  /** The tournament as a report: with ranks, if a round has been played and all results are there. */
  report() {
    const isRanked = this.ranked > 0 && this.ranked === this.info.answer.rounds_played;
    return isRanked ? this.ask("standings", { tie_breaks: TIE_BREAKS }, { format: "trf" }) : this.ask("convert", { to: "trf" }, { format: "table" });
  }

  /** Whether the link hides the optimum. */
  get isHidden() {
    return this.state.hide.includes("optimum");
  }

  /** The reply that has the pairing to be shown, or undefined while it is made. */
  paired() {
    if (this.state.system !== null) return this.pair();
    if (this.state.optimum > 0) {
      const all = this.optima();
      const other = all?.answer?.all_optima?.at(Math.min(this.state.optimum, all.answer.all_optima.length - 1));
      if (other) return { ...all, answer: { ...all.answer, ...other } };
    }
    return this.solve();
  }

  /** The pairing as a text of this format. */
  pairedAs(format) {
    const { system } = this.state;
    return system === null ? this.ask("solve", { at: this.at, model: this.model }, { format }) : this.ask("pair", { at: this.at, system }, { format });
  }

  /** How many boards of the pairing that is shown are not those that were played; undefined if that is not known. */
  otherwise() {
    const { games } = this.tournament()?.rounds?.[this.list.round - 1] ?? {};
    const there = new Set(games?.map(({ white, black }) => keyOf([white, black])));
    const { answer } = this.paired() ?? {};
    return games && answer?.pairs && pairsOf(answer).filter((pair) => pair[1] !== 0 && !there.has(keyOf(pair))).length;
  }

  optima() {
    return this.solve({ all_optima: 20 });
  }

  /** The pairs that are shown, as lines. */
  lines(reply) {
    return reply?.answer?.pairs ? boardLines(pairsOf(reply.answer)) : [];
  }

  /** A player of the round; whoever is not paired in it, as the tournament has that player. */
  player(id) {
    return this.players?.get(id) ?? this.tournament()?.players.find((one) => one.id === id);
  }

  /** A player's number and name. */
  who(id) {
    if (id === 0) return "the bye";
    const player = this.player(id);
    return player?.name ? `${id} ${player.name}` : String(id);
  }

  pairSaid(pair) {
    return pair[1] === 0 ? `${this.who(pair[0])}: the bye` : `${this.who(pair[0])} – ${this.who(pair[1])}`;
  }

  /** Put the players of the check-list in score groups. */
  take({ answer: list, notes }) {
    Object.assign(this, { list, notes });
    this.players = namedPlayers(list.players);
    this.columns = columnsOf(list.players);
    this.seats = this.columns.flatMap(({ ids }) => ids);
  }

  /** What is to be known of the round, in sentences: who is not paired, and what the library notes of the file and of the round. */
  get noted() {
    const absent = this.list.absent.length;
    const away = `Of ${absent + this.players.size} players, ${absent} ${absent === 1 ? "is" : "are"} not to be paired in this round: see “Who is here, and who may not meet” under Change.`;
    const notes = [...this.info.answer.notes.map(({ line, what }) => (line ? `line ${line}: ${what}` : what)), ...this.notes].map((what) => `Note: ${what}.`);
    const more = notes.length - MOST_NOTES;
    return [...(absent > 0 ? [away] : []), ...notes.slice(0, MOST_NOTES), ...(more > 0 ? [`And ${plural(more, "note")} more.`] : [])];
  }

  get options() {
    // A name without a title before it.
    const names = new Map((this.tournament()?.players ?? []).map((player) => [player.id, player]));
    return byName(this.seats.map((id) => names.get(id) ?? this.player(id) ?? { id }));
  }
}

/** Players as one looks for them in a list, by name, with their numbers; the bye comes last. */
export const byName = (players) => players.map(({ id, name }) => [id, id === 0 ? "the bye" : name ? `${name} (${id})` : String(id)]).sort(([one, said], [other, than]) => (one === 0) - (other === 0) || said.localeCompare(than, undefined, { numeric: true }));

/** What stands in the way, in a sentence. */
export function obstacle(reply) {
  if (!reply) return null;
  if (reply.said) return reply.said;
  return reply.answer?.reason ?? null;
}

/** What an optimum is worth, and how that is known. */
export function verdict({ answer }) {
  if (!answer.pairs?.length && answer.status !== "optimal") return answer.status === "infeasible" ? `No legal pairing exists: ${answer.reason}.` : "The limit came before any pairing was found.";
  if (answer.optimal) return answer.unique ? "The optimum, proven. It is the only one." : "The optimum, proven.";
  const bound = answer.bound?.length ? ` No pairing is worth more than ${listed(answer.bound.map(({ value }) => value))}.` : "";
  return `The limit came first: this is the best pairing so far.${bound}`;
}
