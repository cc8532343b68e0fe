// What answers to a hand: sorting, asking, checking. Without it the page has the same in tables.
"use strict";
// The record in an element. Characters that turn the direction of writing, or control a line, have a visible one instead, as in the HTML.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const visible = (c) => (c < " " ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : c === "\u007f" ? "\u2421" : "\ufffd");
const recordOf = (id) => JSON.parse(document.getElementById(id).textContent, (_, value) => (typeof value === "string" ? value.replace(UNSEEN, visible) : value));
(() => {
  const data = recordOf("data");
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  // Text only ever becomes text: no name can be taken for markup.
  const element = (tag, text = "", className = "") => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const drawn = (tag, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    return made;
  };
  all(".needs-script").forEach((part) => { part.hidden = false; });

  // Light and dark.
  const theme = byId("theme");
  const isDark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const name = () => { theme.textContent = isDark() ? "Light" : "Dark"; };
  theme.addEventListener("click", () => { document.documentElement.dataset.theme = isDark() ? "light" : "dark"; name(); });
  name();

  // Tables that can be sorted.
  const key = (row, column) => {
    const text = row.cells[column].textContent.trim();
    const number = Number(text.replace(/^Why board /, ""));
    return text !== "" && !Number.isNaN(number) ? number : text.toLowerCase();
  };
  const compare = (one, other) => {
    if (typeof one === "number" && typeof other === "number") return one - other;
    if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
    return one.localeCompare(other);
  };
  const sort = (table, column, isDown) => {
    const body = table.tBodies[0];
    const rows = [...body.rows].sort((one, other) => (isDown ? -1 : 1) * compare(key(one, column), key(other, column)));
    body.append(...rows);
  };
  all("table.sortable").forEach((table) => {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = element("button", head.textContent);
      button.type = "button";
      head.dataset.name = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const isDown = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
        sort(table, column, isDown);
      });
    });
  });

  // Boards that go together light up together.
  const groups = new Map();
  all("[data-chain]").forEach((cell) => {
    groups.set(cell.dataset.chain, [...(groups.get(cell.dataset.chain) || []), cell]);
  });
  all("[data-chain]").forEach((cell) => {
    const light = (isOn) => groups.get(cell.dataset.chain).forEach((other) => other.closest("tr").classList.toggle("lit", isOn));
    cell.addEventListener("mouseenter", () => light(true));
    cell.addEventListener("mouseleave", () => light(false));
    cell.addEventListener("focusin", () => light(true));
    cell.addEventListener("focusout", () => light(false));
  });
  if (data.page !== "explain") return;

  const { explain, duals, players, answers } = data;
  const field = byId("field");
  const cards = all(".card", field);
  const card = new Map(cards.map((one) => [Number(one.dataset.seat), one]));
  const named = new Map(players.map((player) => [player.id, player]));
  const rules = new Map(data.rules.map((rule) => [rule.id, rule]));
  const seats = players.map((player) => player.id).concat(players.length % 2 ? [0] : []);
  const place = new Map(seats.map((seat, number) => [seat, number]));
  const board = new Map(explain.boards.map((one) => [one.board === null ? "bye" : String(one.board), one]));
  // A name is isolated, so that one that is written from right to left does not turn the words beside it.
  const who = (seat) => (seat === 0 ? "the bye" : `${seat} \u2068${named.get(seat).name}\u2069`);
  const signed = (number) => (number > 0 ? `+${number}` : String(number));
  const priced = (price) => (price.length === 1 ? signed(price[0]) : `[${price.map(signed).join(", ")}]`);
  const cell = (table, one, other) => {
    const [high, low] = [place.get(one), place.get(other)].sort((a, b) => a - b);
    return table[high][low - high - 1];
  };

  // What the dual values give to a pair, and what it weighs. Numbers are exact, of any length. They are whole here, and decimals
  // where they are shown, in the unit of the page's values.
  const places = Number(field.closest(".round").dataset.places || 0);
  const decimal = (units) => {
    const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
    const [whole, after] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places).replace(/0+$/, "")];
    return (units < 0n ? "-" : "") + whole + (after && `.${after}`);
  };
  const dual = new Map(duals ? duals.seats.map((row) => [row.seat, BigInt(row.dual)]) : []);
  const sets = (duals ? duals.odd_sets : []).map((set) => ({ seats: new Set(set.seats), room: BigInt(set.room), dual: BigInt(set.dual) }));
  const given = (one, other) => sets.reduce((sum, set) => (set.seats.has(one) && set.seats.has(other) ? sum + set.dual : sum), dual.get(one) + dual.get(other));
  const isWeighed = Boolean(duals && answers && (answers.weights.length || seats.length < 2));
  const weights = isWeighed ? answers.weights.map(BigInt) : [];
  const weight = (one, other) => {
    if (!isWeighed) return null;
    const at = cell(answers.weighed, one, other);
    return at === -1 ? null : weights[at];
  };

  const answer = byId("answer");
  const titleOf = (id) => (rules.has(id) ? rules.get(id).title : id);
  const ruleItem = (id, what) => {
    const item = element("li", what);
    const rule = rules.get(id);
    if (rule) {
      const more = element("details");
      const summary = element("summary", what.startsWith(rule.title) ? "" : rule.title + " ");
      summary.append(element("code", id));
      more.append(summary, element("span", rule.meaning + (rule.source ? ` (${rule.source})` : ""), "hint"));
      item.append(more);
    }
    return item;
  };
  const list = (items) => {
    const made = element("ul");
    made.append(...items);
    return made;
  };

  const light = (label) => {
    all(".arc", field).forEach((arc) => arc.classList.toggle("lit", arc.dataset.board === label));
    cards.forEach((one) => one.classList.toggle("lit", label !== null && one.dataset.board === label));
    all("tr[data-board]").forEach((row) => row.classList.toggle("lit", row.dataset.board === label));
    all("#boards button.plain").forEach((one) => one.setAttribute("aria-pressed", String(one.closest("tr").dataset.board === label)));
    field.classList.toggle("picking", label !== null);
  };
  const explainBoard = (label) => {
    const found = board.get(label);
    if (!found) return [element("p", "This player is not paired.")];
    const title = found.board === null ? `The bye: ${who(found.white)}` : `Board ${found.board}: ${who(found.white)} – ${who(found.black)}`;
    const parts = [element("h3", title)];
    found.value.forEach((tier) => {
      parts.push(element("p", `Value ${tier.value}${found.value.length > 1 ? ` in the tier ${tier.name}` : ""}:`));
      const terms = tier.terms.filter((term) => term.count !== 0);
      parts.push(list(terms.map((term) => ruleItem(term.term, `${titleOf(term.term)}: ${term.weight} × ${term.count} = ${term.value}`))));
    });
    const next = found.instead.map((instead) => {
      if (!instead.next) return element("li", `${who(instead.player)}: nobody else; every legal pairing has this pair`);
      return element("li", `${who(instead.player)}: ${who(instead.next.opponent)}, price ${priced(instead.next.price.map((tier) => tier.value))}`);
    });
    parts.push(element("h3", "Next-best opponents"), next.length ? list(next) : element("p", "Not known: a limit came first."));
    return parts;
  };

  const center = (one) => {
    const style = getComputedStyle(one);
    return [Number(style.getPropertyValue("--x")) + 94, Number(style.getPropertyValue("--y")) + 32];
  };
  const straight = (one, other) => {
    const [[x1, y1], [x2, y2]] = [one, other].map((seat) => center(card.get(seat)));
    if (x1 === x2) return `M${x1 - 94} ${y1}C${x1 - 126} ${y1} ${x1 - 126} ${y2} ${x1 - 94} ${y2}`;
    const [left, right] = x1 < x2 ? [[x1 + 94, y1], [x2 - 94, y2]] : [[x2 + 94, y2], [x1 - 94, y1]];
    const half = (right[0] - left[0]) / 2;
    return `M${left[0]} ${left[1]}C${left[0] + half} ${left[1]} ${right[0] - half} ${right[1]} ${right[0]} ${right[1]}`;
  };

  // A price as one number: that of the only tier, or all tiers weighed as the dual values weigh them.
  const scales = (duals ? duals.tiers : []).map((tier) => ({ weight: BigInt(tier.weight), places: tier.unit === undefined ? 1 : Math.round(-Math.log10(tier.unit)) }));
  const combined = (price) => price.reduce((sum, number, tier) => sum + scales[tier].weight * BigInt(Math.round(number * 10 ** scales[tier].places)), 0n);
  const slack = (one, other) => {
    const heavy = weight(one, other);
    return heavy === null ? null : given(one, other) - heavy;
  };
  const explainPair = (one, other) => {
    const parts = [element("h3", `${who(one)} and ${who(other)}`)];
    if (one === other) return parts.concat(element("p", "Choose two different players."));
    if (!answers) return parts.concat(element("p", `The round is too large for the answers to all pairs. Ask the program: swiss-ilp why FILE ${one} ${other || "bye"}`));
    const code = cell(answers.asked, one, other);
    if (code === 0) return parts.concat(element("p", "They are paired."));
    if (code > 0) {
      const price = answers.prices[code - 1];
      const isFree = price.every((number) => number === 0);
      parts.push(element("p", priced(price), "price"));
      parts.push(element("p", isFree
        ? "The pair costs nothing: another pairing has it and is as good."
        : "The whole round loses this much if they meet: the best legal pairing with them is worth this much less. The price is exact."));
      const room = slack(one, other);
      if (room !== null) {
        const asOne = price.length > 1 ? `As one number the price is ${decimal(combined(price))}. ` : "";
        parts.push(element("p", `${asOne}The dual values alone show ${room === 0n ? "no loss" : `a loss of at least ${decimal(room)}`}: they give the pair ${decimal(given(one, other))}, and it weighs ${decimal(weight(one, other))}.`, "hint"));
      }
      return parts;
    }
    if (code === -1) return parts.concat(element("p", "The pair is legal, but no legal pairing of the round has it."));
    if (code === -2) {
      const room = slack(one, other);
      return parts.concat(element("p", room === null
        ? `The price is not known: the model has caps, or a limit came first. Ask the program: swiss-ilp why FILE ${one} ${other || "bye"}`
        : `A limit came before the exact price. The round loses at least ${decimal(room)}.`));
    }
    parts.push(element("p", "They may not meet:"));
    return parts.concat(list(answers.bars[-3 - code].map((at) => ruleItem(answers.reasons[at].rule, answers.reasons[at].what))));
  };

  // One is pointed at, or chosen; a second one asks about the two. What is chosen stays until something else is, or Escape.
  let chosen = [];
  let isHeld = false;
  let opener = null;
  const nothing = byId("answer").firstElementChild;
  const show = (parts) => answer.replaceChildren(...parts);
  const draw = () => {
    cards.forEach((one) => one.setAttribute("aria-pressed", String(chosen.includes(Number(one.dataset.seat)))));
    const isPair = chosen.length === 2;
    byId("asked").setAttribute("d", isPair && chosen[0] !== chosen[1] && chosen.every((seat) => card.has(seat)) ? straight(...chosen) : "");
    if (!isPair) return;
    [byId("ask-one").value, byId("ask-other").value] = chosen.map(String);
    light(null);
    show(explainPair(...chosen));
  };
  const point = (label) => {
    if (isHeld) return;
    light(label);
    show(explainBoard(label));
  };
  // Choose the board `label`, or two players, if `seats` has two, and see to it that the answer is in sight.
  const choose = (from, seats, label) => {
    opener = from;
    isHeld = false;
    chosen = seats;
    draw();
    if (chosen.length < 2) point(label);
    isHeld = chosen.length > 0 || !from.closest(".card");
    fold(false);
    reveal();
  };
  cards.forEach((one) => {
    const seat = Number(one.dataset.seat);
    one.addEventListener("mouseenter", () => point(one.dataset.board));
    one.addEventListener("focus", () => { point(one.dataset.board); if (one.matches(":focus-visible")) reveal(); });
    one.addEventListener("click", () => {
      const others = chosen.filter((other) => other !== seat);
      choose(one, others.length < chosen.length ? others : chosen.length === 2 ? [seat] : [...chosen, seat], one.dataset.board);
    });
  });
  field.addEventListener("mouseleave", () => { if (!isHeld) light(null); });
  all("#boards tbody tr").forEach((row) => {
    row.addEventListener("mouseenter", () => point(row.dataset.board));
    const button = row.querySelector("button");
    button.addEventListener("focus", () => point(row.dataset.board));
    button.addEventListener("click", () => choose(button, [], row.dataset.board));
  });
  // Escape clears the answer. Whoever was in it is again where it was asked for.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    chosen = [];
    isHeld = false;
    draw();
    if (opener && answer.contains(document.activeElement)) opener.focus();
    light(null);
    show([nothing]);
  });
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    choose(event.submitter || byId("ask-one"), [Number(byId("ask-one").value), Number(byId("ask-other").value)], null);
  });
  if (byId("ask-other").options.length > 1) byId("ask-other").selectedIndex = 1;

  // "Why" is beside the drawing if both fit, and else between it and the board list: it never lies over a card. The whole round is
  // drawn as small as the width asks for.
  const round = field.closest(".round");
  const frame = byId("field-scroll");
  const panel = byId("why").parentElement;
  const fold = (isFolded) => {
    panel.classList.toggle("folded", isFolded);
    byId("fold").textContent = isFolded ? "Show" : "Hide";
    byId("fold").setAttribute("aria-label", isFolded ? "Show why" : "Hide why");
    byId("fold").setAttribute("aria-expanded", String(!isFolded));
  };
  byId("fold").addEventListener("click", () => fold(!panel.classList.contains("folded")));
  // The drawing and "Why" below it fit into the window together: bring the answer into sight, and keep the drawing there.
  const reveal = () => {
    if (!round.classList.contains("docked")) return;
    const hidden = panel.getBoundingClientRect().bottom - innerHeight;
    const above = frame.getBoundingClientRect().top;
    if (hidden > 0 && above > 0) scrollBy(0, Math.min(hidden, above));
  };
  const width = Number(field.style.getPropertyValue("--w"));
  const least = 0.8;
  const fit = () => {
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const around = 24;
    // What is a little too wide is made a little smaller.
    const zoom = (room) => Math.min(1, (room - 1) / (width + around));
    const isBeside = zoom(round.clientWidth / unit - 24 - 304 - 18) >= least;
    round.classList.toggle("beside", isBeside);
    round.classList.toggle("docked", !isBeside);
    const scale = () => {
      const room = frame.clientWidth / unit;
      const isWide = zoom(room) < least;
      const box = byId("show-whole");
      box.parentElement.hidden = !isWide;
      const isWhole = isWide && box.checked;
      field.classList.toggle("whole", isWhole);
      field.style.setProperty("--scale", String(isWhole ? (room - 1) / (width + around) : 1));
      field.style.zoom = String(isWide ? 1 : zoom(room));
    };
    scale();
    // Once more, now that there is a bar to scroll with, or none.
    scale();
  };
  byId("show-whole").addEventListener("change", fit);
  addEventListener("resize", fit);
  fit();

  // One card is in the order of the keyboard; arrows go to the next one in their direction.
  cards.forEach((one, number) => { one.tabIndex = number === 0 ? 0 : -1; });
  const toward = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  field.addEventListener("keydown", (event) => {
    const step = toward[event.key];
    const from = event.target.closest(".card");
    if (!step || !from) return;
    event.preventDefault();
    const [x, y] = center(from);
    const distance = (one) => {
      const [dx, dy] = [center(one)[0] - x, center(one)[1] - y];
      const [along, across] = step[0] ? [dx * step[0], Math.abs(dy)] : [dy * step[1], Math.abs(dx)];
      return along > 0 && (step[0] || across === 0) ? along * 1000 + across : Infinity;
    };
    const best = cards.reduce((one, other) => (distance(other) < distance(one) ? other : one), from);
    if (best === from) return;
    from.tabIndex = -1;
    best.tabIndex = 0;
    best.focus();
    // Focus alone scrolls to no card of which some part is in sight.
    best.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  if (!duals) return;

  // The proof in the drawing.
  byId("show-duals").addEventListener("change", (event) => {
    cards.forEach((one) => {
      const label = one.querySelector(".dual");
      label.textContent = `dual ${decimal(dual.get(Number(one.dataset.seat)))}`;
      label.hidden = !event.target.checked;
    });
  });
  const pairs = function* () {
    for (let high = 0; high < seats.length; high += 1) for (let low = high + 1; low < seats.length; low += 1) yield [seats[high], seats[low]];
  };
  if (!isWeighed) byId("show-tight").disabled = true;
  byId("show-tight").addEventListener("change", (event) => {
    const tight = event.target.checked ? [...pairs()].filter(([one, other]) => card.has(one) && card.has(other) && slack(one, other) === 0n) : [];
    byId("tight").replaceChildren(...tight.map((pair) => drawn("path", { d: straight(...pair) })));
  });
  if (sets.length === 0) byId("show-sets").disabled = true;
  // All odd sets, or one.
  const which = byId("which-set");
  const showSets = () => {
    const isShown = byId("show-sets").checked;
    const number = which ? which.value : "1";
    byId("sets").toggleAttribute("hidden", !isShown);
    [...byId("sets").children].forEach((one, at) => one.toggleAttribute("hidden", number !== "all" && number !== String(at + 1)));
    if (which) which.hidden = !isShown;
    byId("sets-said").hidden = !isShown;
    const set = sets[Number(number) - 1];
    byId("sets-said").textContent = set
      ? `Odd set${set.seats.size > 15 ? "" : `: ${[...set.seats].map((seat) => seat || "the bye").join(", ")}`}. Its ${set.seats.size} members have room for ${set.room} ${set.room === 1n ? "pair" : "pairs"}. Dual value ${decimal(set.dual)}.`
      : "Frames that are joined by a line are one set.";
  };
  byId("show-sets").addEventListener("change", showSets);
  if (which) which.addEventListener("change", showSets);

  // The inequality, added up again in the browser.
  const checked = byId("checked");
  const summed = () => {
    const ofSeats = seats.reduce((sum, seat) => sum + dual.get(seat), 0n);
    const ofSets = sets.reduce((sum, set) => sum + set.dual * set.room, 0n);
    return { ofSeats, ofSets, bound: ofSeats + ofSets };
  };
  const assess = () => {
    let count = 0;
    const bad = [];
    for (const [one, other] of pairs()) {
      const room = slack(one, other);
      if (room !== null) {
        count += 1;
        if (room < 0n) bad.push([one, other]);
      }
    }
    sets.forEach((set) => { if (set.dual < 0n) bad.push([...set.seats]); });
    return { count, bad };
  };
  const conclude = () => {
    const { ofSeats, ofSets, bound } = summed();
    const made = explain.boards.map((one) => [one.white, one.black]);
    const worth = isWeighed ? made.reduce((sum, pair) => sum + weight(...pair), 0n) : null;
    const parts = [element("p", sets.length ? `${decimal(ofSeats)} (players) + ${decimal(ofSets)} (odd sets) = ${decimal(bound)}` : `The dual values add up to ${decimal(bound)}.`, "sum")];
    if (!isWeighed) return parts.concat(element("p", "The round is too large for the weights of all pairs. The program checks them: swiss-ilp verify --proof."));
    const { count, bad } = assess();
    parts.push(element("p", bad.length ? `${bad.length} of ${count} legal pairs weigh more than they are given.` : `None of the ${count} legal pairs weighs more than its dual values give it.`, bad.length ? "bad" : "sum"));
    parts.push(element("p", `The ${made.length} pairs of this pairing weigh ${decimal(worth)}.`, "sum"));
    const holds = bad.length === 0 && worth === bound && String(bound) === duals.bound;
    parts.push(element("p", holds ? `${decimal(worth)} = ${decimal(bound)}: no legal pairing is better. The proof holds.` : "The proof does not hold.", holds ? "done" : "bad"));
    return parts;
  };
  byId("check").addEventListener("click", () => checked.replaceChildren(...conclude()));
  byId("check-slowly").addEventListener("click", async (event) => {
    const button = event.target;
    button.disabled = true;
    const sum = element("p", "", "sum");
    sum.setAttribute("aria-hidden", "true");
    checked.replaceChildren(sum);
    let total = 0n;
    const steps = [...board.values()].map((one) => [one.white, one.black]);
    for (const [one, other] of steps) {
      const of = given(one, other);
      const room = slack(one, other);
      total += of;
      light([...board].find(([, made]) => made.white === one && made.black === other)[0]);
      const ofSets = of - dual.get(one) - dual.get(other);
      sum.textContent = `${who(one)} and ${who(other)}: given ${decimal(dual.get(one))} + ${decimal(dual.get(other))}${ofSets === 0n ? "" : ` + ${decimal(ofSets)} (odd sets)`} = ${decimal(of)}${room === null ? "" : `, weight ${decimal(of - room)}`}. Sum so far: ${decimal(total)}`;
      await new Promise((done) => { setTimeout(done, Math.max(60, 4000 / steps.length)); });
    }
    light(null);
    checked.replaceChildren(...conclude());
    button.disabled = false;
  });
})();
