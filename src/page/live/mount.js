// The live part of a page: weights and rules to be changed, and what the round is then.
//
// Names come into the page as text only (`textContent`), so that none is read as HTML.

/**
 * Put the live part of `data` into `element`. `parts` has the texts of the worker and of the solver (gzip, base 64); they are those of
 * the page's elements `live-engine` and `live-solver` unless others are given.
 */
export function mount(element, data, parts = partsOfPage()) {
  const view = new View(element, data);
  const solver = new Solver(data, parts);
  // The rest of the page is of the round by the model's own settings, and hears of any other.
  const tell = (result) => {
    const isFirst = view.isAsAtFirst();
    const isInfeasible = result?.status === "infeasible";
    document.dispatchEvent(new CustomEvent("solved-again", { detail: { isFirst, isInfeasible, result: isInfeasible ? null : result } }));
  };
  const ask = async () => {
    view.say("Solving …");
    const number = ++view.asked;
    try {
      const result = await solver.solve(view.settings());
      if (number !== view.asked) return;
      view.show(result);
      tell(result);
    } catch (error) {
      if (number !== view.asked) return;
      view.fail(error.message);
      tell(null);
    }
  };
  view.onChange = ask;
  ask();
}

function partsOfPage() {
  const text = (id) => document.getElementById(id).textContent;
  return { engine: text("live-engine"), solver: text("live-solver") };
}

// A worker that solves one setting at a time. Only the newest of those that wait is solved.
class Solver {
  constructor(data, { engine, solver }) {
    this.waiting = null;
    this.isBusy = false;
    const script = URL.createObjectURL(new Blob([engine], { type: "text/javascript" }));
    this.worker = new Worker(script);
    this.worker.onmessage = ({ data: answer }) => this.finish(answer);
    this.worker.onerror = (event) => this.finish({ error: event.message });
    this.ready = unpack(solver).then((wasm) => this.worker.postMessage({ wasm, data }));
  }

  async solve(settings) {
    await this.ready;
    return new Promise((resolve, reject) => {
      this.waiting?.reject(new Error("replaced by a newer setting"));
      this.waiting = { settings, resolve, reject };
      this.next();
    });
  }

  next() {
    if (this.isBusy || !this.waiting) return;
    this.isBusy = true;
    [this.current, this.waiting] = [this.waiting, null];
    this.worker.postMessage({ settings: this.current.settings });
  }

  finish({ result, error }) {
    this.isBusy = false;
    if (error) this.current?.reject(new Error(error));
    else this.current?.resolve(result);
    this.current = null;
    this.next();
  }
}

async function unpack(base64) {
  const bytes = Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

class View {
  constructor(element, data) {
    this.data = data;
    this.asked = 0;
    this.players = new Map(data.players.map((player) => [player.id, player]));
    this.form = node("form");
    this.status = node("p", { class: "status", role: "status" });
    this.boards = node("div");
    this.moved = node("div");
    const reset = node("button", { type: "button" }, "As the model has it");
    reset.addEventListener("click", () => this.reset());
    element.replaceChildren(
      node("h2", { id: "live-title" }, "Solve the round again"),
      node("p", {}, "Change a weight or a rule. The round is solved again here, in your browser. Another round needs a page of its own: this one has what each pair counts, and no rules to read other files by."),
      this.form,
      node("p", {}, reset),
      this.status,
      node("div", { class: "results" }, this.boards, this.moved),
    );
    this.reset();
    this.form.addEventListener("submit", (event) => event.preventDefault());
  }

  // The settings of the model, as at the beginning.
  reset() {
    const { tier } = this.data.model;
    const own = this.data.rules.filter((rule) => rule.is_on);
    this.tiers = tier.map(({ name, terms }) => ({ name, terms: terms.map((weighted) => ({ ...weighted })) }));
    this.hard = new Set(own.map((rule) => rule.name));
    this.draw();
    this.onChange?.();
  }

  // Whether the settings are the model's own; a term of weight 0 changes nothing.
  isAsAtFirst() {
    const essence = ({ tier, hard }) => JSON.stringify([tier.map(({ terms }) => terms.filter(({ weight }) => weight !== 0).map(({ term, weight }) => [term, weight])), [...hard].sort()]);
    return essence(this.settings()) === essence({ tier: this.data.model.tier, hard: this.data.rules.filter((rule) => rule.is_on).map((rule) => rule.name) });
  }

  settings() {
    return { tier: this.tiers, hard: [...this.hard] };
  }

  draw() {
    const tiers = this.tiers.map((tier, index) => this.tier(tier, index));
    const rules = this.data.rules.map((rule) => this.rule(rule));
    this.form.replaceChildren(...tiers, node("fieldset", {}, node("legend", {}, "Rules that no pairing breaks"), ...rules));
  }

  tier(tier, index) {
    const name = this.tiers.length === 1 ? "Weights" : `Tier ${index + 1}: ${tier.name}`;
    const weights = tier.terms.map((weighted, place) => this.weight(weighted, `${index}-${place}`));
    return node("fieldset", {}, node("legend", {}, name), ...weights, this.more(tier, index));
  }

  // A slider and a field for the same weight. The field takes what the slider's range does not have.
  weight(weighted, key) {
    const term = this.data.terms.find((other) => other.name === weighted.term);
    const reach = Math.max(20, 2 * Math.ceil(Math.abs(weighted.weight)));
    const slider = node("input", { type: "range", id: `live-slider-${key}`, min: -reach, max: reach, step: 0.5, value: weighted.weight });
    const field = node("input", { type: "number", min: -1e6, max: 1e6, step: "any", value: weighted.weight, "aria-label": `${term.title}: weight` });
    const change = (from, to) => {
      if (from.value === "" || !from.checkValidity()) return;
      weighted.weight = Math.round(Number(from.value) * 1000) / 1000;
      to.value = weighted.weight;
      this.onChange();
    };
    slider.dataset.term = field.dataset.term = weighted.term;
    slider.addEventListener("input", () => change(slider, field));
    field.addEventListener("input", () => change(field, slider));
    return node("div", { class: "weight" }, node("label", { for: slider.id }, term.title), slider, field);
  }

  // The terms that the tier does not have, to be added with the weight 0.
  more(tier, index) {
    const others = this.data.terms.filter((term) => !tier.terms.some((weighted) => weighted.term === term.name));
    const options = others.map((term) => node("option", { value: term.name }, term.title));
    const select = node("select", { "aria-label": `Add a term to ${tier.name}` }, node("option", { value: "" }, "Add a term …"), ...options);
    select.addEventListener("change", () => {
      if (!select.value) return;
      tier.terms.push({ term: select.value, weight: 0 });
      this.draw();
      this.form.querySelector(`[id="live-slider-${index}-${tier.terms.length - 1}"]`)?.focus();
    });
    return select;
  }

  rule(rule) {
    const box = node("input", { type: "checkbox", role: "switch", id: `live-rule-${rule.name}` });
    box.checked = this.hard.has(rule.name);
    box.addEventListener("change", () => {
      if (box.checked) this.hard.add(rule.name);
      else this.hard.delete(rule.name);
      this.onChange();
    });
    return node("div", { class: "rule" }, box, node("label", { for: box.id }, rule.title));
  }

  say(text, failed = false) {
    this.status.textContent = text;
    this.status.classList.toggle("failed", failed);
  }

  fail(message) {
    this.boards.replaceChildren();
    this.moved.replaceChildren();
    this.say(`Not solved: ${message}.`, true);
  }

  show(result) {
    if (result.status === "infeasible") {
      this.boards.replaceChildren();
      this.moved.replaceChildren();
      this.say(`No legal pairing, found in ${result.seconds.toFixed(2)} s. Switch a rule off.`, true);
      return;
    }
    this.first ??= result;
    const value = result.values.join(", ");
    const proof = result.proved ? "optimal, proved in whole numbers" : "optimal as far as HiGHS can tell; not proved";
    const moved = displaced(this.first, result);
    this.drawBoards(result, new Set(moved.map((change) => change.player)));
    this.drawMoved(result, moved);
    this.say(`Solved in ${result.seconds.toFixed(2)} s: value ${value || "0"}, ${proof}. Players with another opponent: ${moved.length}.`);
  }

  drawBoards({ boards, bye }, moved) {
    const isMoved = (ids) => ids.some((id) => moved.has(id));
    const row = (number, white, black, ids) =>
      node("tr", isMoved(ids) ? { class: "moved" } : {}, cell(number), node("td", {}, white), node("td", {}, black));
    const rows = boards.map(({ white, black }, index) => row(index + 1, this.name(white), this.name(black), [white, black]));
    if (bye !== null) rows.push(row("", this.name(bye), "bye", [bye]));
    this.boards.replaceChildren(table("Pairing", ["Board", "White", "Black"], [true, false, false], rows));
  }

  drawMoved({ terms }, moved) {
    const before = new Map(this.first.terms.map(({ term, count }) => [term, count]));
    const title = (name) => this.data.terms.find((term) => term.name === name).title;
    const rows = terms.map(({ term, count }) => node("tr", {}, node("td", {}, title(term)), cell(before.get(term) ?? ""), cell(count)));
    const changes = moved.map(({ player, before, after }) =>
      node("tr", {}, node("td", {}, this.name(player)), node("td", {}, this.name(before)), node("td", {}, this.name(after))),
    );
    const nothing = node("p", { class: "note" }, "Nobody has another opponent than at first.");
    this.moved.replaceChildren(
      changes.length > 0 ? table("What moved", ["Player", "At first", "Now"], [], changes) : nothing,
      table("What the pairing counts", ["Term", "At first", "Now"], [false, true, true], rows),
    );
  }

  name(id) {
    const player = this.players.get(id);
    // Isolated, so that a name that is written from right to left does not turn what is beside it.
    return player ? `${player.id} \u2068${player.name}\u2069 (${player.score})` : "bye";
  }
}

// The players whose opponents are not those of the pairing before, in the order of its boards.
function displaced(before, after) {
  const [old, now] = [before, after].map(({ boards, bye }) => {
    const partners = new Map(boards.flatMap(({ white, black }) => [[white, black], [black, white]]));
    return bye === null ? partners : partners.set(bye, 0);
  });
  return [...old].filter(([player, other]) => now.get(player) !== other).map(([player, other]) => ({ player, before: other, after: now.get(player) }));
}

// `isNumber` says which columns are numbers.
function table(caption, headers, isNumber, rows) {
  const head = headers.map((header, place) => node("th", { scope: "col", ...(isNumber[place] ? { class: "n" } : {}) }, header));
  return node("table", {}, node("caption", {}, caption), node("thead", {}, node("tr", {}, ...head)), node("tbody", {}, ...rows));
}

function cell(value) {
  return node("td", { class: "n" }, String(value));
}

function node(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
