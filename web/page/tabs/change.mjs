// Change: results and players of the round, weights and hard rules, and the model as text. The answer follows at once.
import { byId, h } from "../dom.mjs";
import { keyOf } from "../drawing.mjs";
import { HARD_RULES, expressionOf, hardOf, switched, weighed, weights, withKnown, withTerm } from "../model.mjs";
import { correcting } from "../results.mjs";
import { USES, byName, obstacle, pairsOf } from "../round.mjs";
import { NEW_ROUND, SHARED } from "../state.mjs";
import { parsed, sourceOf } from "../tournament.mjs";
import { AWAY, button, cell, check, choice, number, plural, ruleOf, table, terms, titled, valueOf } from "../words.mjs";

/** A ban up to a later round is one without an end. */
const MOST_ROUNDS = 30;

/** What a list of players leaves open: the name of the tournament, its first day, its rounds, and the colour of the first player. Nothing of a report, which says so itself. */
export function naming(round) {
  const { source } = round.state;
  const tournament = "text" in source && round.info.answer.format === "json" && round.tournament();
  if (!tournament) return null;
  const set = (what, value) => {
    const { name, start_date, rounds_planned, ...rest } = parsed(round.store.state.source);
    // What held to the last round holds to the new one.
    const isLonger = what === "rounds_planned" && value > rounds_planned;
    const left = isLonger ? leftBefore(rest, rounds_planned) : [];
    const later = left.flatMap((player) => Array.from({ length: value - rounds_planned }, (_, at) => ({ player, round: rounds_planned + 1 + at, kind: "zero" })));
    const absences = [...(rest.absences ?? []).filter(({ round: number }) => what !== "rounds_planned" || !(number > value)), ...later];
    const forbidden = rest.forbidden?.map((ban) => (isLonger && ban.rounds?.[1] === rounds_planned ? { ...ban, rounds: [ban.rounds[0], value] } : ban));
    const changed = sourceOf(JSON.stringify({ name, start_date, rounds_planned, ...rest, forbidden, absences: absences.length > 0 ? absences : undefined, [what]: value || undefined }), source.name);
    // Where every round had been played, the new one is shown.
    round.set({ source: changed, ...(what === "rounds_planned" && round.info.answer.next_round === null && { round: null }) }, `tournament ${what}`);
    if (left.length > 0) round.say(`As in round ${rounds_planned}, ${left.map((id) => round.who(id)).join(" and ")} will not be paired: “has come” under Change takes it back.`);
    if (what === "start_date") round.reopen(changed);
  };
  // A day is taken as soon as it is whole. What is not sound when the field is left, is put back.
  const field = (what, said, value, more) => h("label", null, `${said} `, h("input", { id: `tournament-${what}`, value: value ?? "", ...more, onchange: ({ target }) => {
    if (target.validity.valid) set(what, more.type === "number" ? target.valueAsNumber : target.value);
  }, onblur: ({ target }) => {
    if (target.validity.valid) return;
    round.refuse(`${said} stays as it was. ${target.validationMessage}`);
    target.value = value ?? "";
  } }));
  const begins = round.info.answer.rounds_played === 0;
  const colours = [["white", "White"], ["black", "Black"]];
  const draw = () => {
    const [colour, said] = colours[crypto.getRandomValues(new Uint8Array(1))[0] % 2];
    set("initial_colour", colour);
    round.say(`The lot: the first player begins with ${said}.`);
  };
  return [h("p", { class: "row", key: "naming" },
    field("name", "Tournament", tournament.name, { type: "text" }),
    field("start_date", "First day", tournament.start_date?.replaceAll("/", "-"), { type: "date", min: "1900-01-01", max: "2999-12-31" }),
    field("rounds_planned", "Rounds", tournament.rounds_planned, { type: "number", min: Math.max(1, round.info.answer.rounds_played), max: 99 }),
    begins && h("label", null, "The first player begins with ", choice("The first player’s colour", tournament.initial_colour ?? "white", colours, (colour) => set("initial_colour", colour), { id: "tournament-colour" })),
    begins && button("by lot", draw, { class: "small" })),
  begins && round.listed.map((said) => h("p", { class: "hint" }, said))];
}

/** Who was away in what was the last round, and has left: a later round has no place for them, either. */
const leftBefore = ({ rounds = [], absences = [] }, last) => [...new Set([...(rounds[last - 1]?.byes ?? []), ...absences.filter(({ round }) => round === last)].filter(({ kind }) => kind === "zero").map(({ player }) => player))];

/** Who is away by the file: for each player `{ round, kind }`, from this round on. */
function awayIn(tournament, from) {
  const begun = (tournament?.rounds ?? []).flatMap(({ games, byes }, at) => (games?.length > 0 ? [] : (byes ?? []).map((bye) => ({ ...bye, round: at + 1 }))));
  const found = [...begun, ...(tournament?.absences ?? [])].map(({ player, round, kind }) => ({ player, round: round ?? from, kind })).filter(({ round, kind }) => round >= from && AWAY[kind]);
  const by = new Map();
  for (const one of found.sort((a, b) => a.round - b.round)) by.set(one.player, [...(by.get(one.player) ?? []), one]);
  return by;
}

/** That somebody is away, and in which rounds. */
const awaySaid = (away) => Object.entries(AWAY).map(([kind, said]) => {
  const rounds = away.filter((one) => one.kind === kind).map(({ round }) => round);
  return rounds.length > 0 && `${said} in round${rounds.length > 1 ? "s" : ""} ${roundsSaid(rounds)}`;
}).filter(Boolean).join(", ");
const roundsSaid = (rounds) => (rounds.length > 2 && rounds.at(-1) - rounds[0] === rounds.length - 1 ? `${rounds[0]} to ${rounds.at(-1)}` : rounds.join(", "));

const banSaid = ([first, last], planned) => (last < (planned ?? MOST_ROUNDS) ? ` in rounds ${first} to ${last}` : ` from round ${first} on`);

/** The tournament's source without the bans at these places from this round on; null if their places in the report are not known. */
function allowed(round, tournament, places, from) {
  const { source } = round.state;
  const ended = (ban) => (ban.rounds?.[0] ?? 1) < from && { ...ban, rounds: [ban.rounds?.[0] ?? 1, from - 1] };
  if (round.info.answer.format === "json") return sourceOf(JSON.stringify({ ...tournament, forbidden: tournament.forbidden.map((ban, at) => (places.includes(at) ? ended(ban) : ban)).filter(Boolean) }), round.fileName);
  const lines = source.text.split("\n");
  const bans = [...lines.keys()].filter((line) => /^(260|XXP) /.test(lines[line]));
  if (bans.length !== tournament.forbidden.length) return null;
  const three = (number) => String(number).padStart(3, "0");
  for (const at of places.toSorted((one, other) => other - one)) {
    const ban = ended(tournament.forbidden[at]);
    lines.splice(bans[at], 1, ...(ban ? [`260 ${ban.rounds.map(three).join(" ")}${ban.players.map((id) => ` ${String(id).padStart(4)}`).join("")}${lines[bans[at]].endsWith("\r") ? "\r" : ""}`] : []));
  }
  return { ...source, text: lines.join("\n") };
}

/** The players of each club or federation that has several: `[name, ids]`. */
function groupsOf(tournament, what) {
  const found = new Map();
  for (const { id, [what]: name } of tournament?.players ?? []) if (name) found.get(name)?.push(id) ?? found.set(name, [id]);
  return [...found].filter(([, ids]) => ids.length > 1);
}

/** The round from which on somebody is away: the one that was chosen, as long as it is to come. */
let from = null;

/** Who is here in the round that is shown; while its boards are played, or it cannot be paired, in the next one. */
export function players(round) {
  const isPlayed = round.entering !== null || !round.list;
  const { absent, late, bye, forbid, same } = round.state;
  const { rounds_planned: planned } = round.info.answer;
  const { chosen } = round.store.state;
  const [one, other] = chosen.filter((id) => id !== 0);
  const [isOne, areTwo] = [one !== undefined && other === undefined, one !== undefined && other !== undefined];
  const without = (list, id) => list.filter((each) => each !== id);
  const tournament = round.tournament();
  const next = isPlayed ? round.info.answer.next_round : round.list.round;
  // What lasts is written into the tournament, from the next round on.
  const lasts = Boolean(tournament) && next === round.info.answer.next_round;
  const away = awayIn(tournament, next);
  const comes = (id) => (absent.includes(id) ? round.set({ absent: without(absent, id) }) : lasts && away.has(id) ? round.edit({ present: away.get(id).map((each) => `${id}@${each.round}`) }) : round.set({ late: [...late, id].sort((a, b) => a - b) }));
  const isPlanned = Boolean(planned);
  const at = lasts && from > next && from <= (planned ?? MOST_ROUNDS) ? from : next;
  const bans = (tournament?.forbidden ?? []).map((ban, at) => ({ ...ban, at })).filter(({ players: all, rounds }) => all.length > 1 && (!rounds || rounds[1] >= next));
  const allow = (...places) => {
    const source = allowed(round, tournament, places, next);
    if (source) round.set({ source });
    else round.say("Take this ban out of the file by hand.");
  };
  // Who may not meet since they have one club is a ban as any other, so that every program reads it, and is known by that.
  const together = Object.fromEntries(SHARED.map((what) => [what, groupsOf(tournament, what)]));
  const isBanned = ([, ids]) => bans.some(({ players: all, rounds }) => (!rounds || rounds[0] <= next) && ids.every((id) => all.includes(id)));
  const kept = SHARED.filter((what) => together[what].length > 0 && together[what].every(isBanned));
  const keep = (what, isOn) => {
    if (!lasts) return round.set({ same: isOn ? [...same, what].sort() : without(same, what) });
    if (isOn) return round.edit({ forbid_same: [what] }, {}, undefined, `Written into the tournament as ${plural(together[what].length, "ban")}, which a late entry joins: ${together[what].map(([name, ids]) => `${name} (${ids.join(", ")})`).join("; ")}.`);
    const places = bans.filter(({ players: all }) => together[what].some(([, ids]) => ids.length === all.length && ids.every((id) => all.includes(id)))).map((ban) => ban.at);
    if (same.includes(what)) round.set({ same: without(same, what) });
    if (places.length > 0) allow(...places);
  };
  const cross = (label, then) => button("×", then, { class: "small", "aria-label": label });
  const options = isPlayed ? byName(tournament?.players ?? []) : round.options.filter(([id]) => id !== 0);
  const isAbsent = () => (lasts ? round.edit({ absent: [`${one}@${at}`] }, { late: without(late, one), chosen: [] }) : round.set({ absent: [...absent, one].sort((a, b) => a - b), late: without(late, one), chosen: [] }));
  return [
    tournament && !lasts && h("p", { class: "hint" }, `Round ${next} has been paired: what is changed here is a trial, and is not saved.`),
    h("p", { class: "row" }, choice("A player", one ?? "", [["", "choose a player"], ...options], (value) => round.set({ chosen: value === "" ? [] : [Number(value)] })),
      isOne && lasts && choice("In round", at, Array.from({ length: (planned ?? next + 9) - next + 1 }, (_, place) => [next + place, `round ${next + place}`]), (value) => {
        from = Number(value);
        round.say("");
      }, { id: "from" }),
      isOne && button("is absent", isAbsent, { title: `In round ${at}` }),
      isOne && lasts && button("has left", () => round.edit({ absent: [`${one}@${at}-`] }, { chosen: [] }), { disabled: !isPlanned, title: isPlanned ? `From round ${at} on` : "The file does not say how many rounds there are" }),
      isOne && !isPlayed && at === next && bye === null && round.players.size % 2 === 1 && round.players.get(one)?.may_have_bye && button("has the bye", () => round.set({ bye: one, chosen: [] })),
      isOne && lasts && button("has a half-point bye", () => round.edit({ half: [`${one}@${at}`] }, { chosen: [] }), { title: `In round ${at}` }),
      one !== undefined && choice("Another player", other ?? "", [["", "or another player"], ...options.filter(([id]) => id !== one)], (value) => round.set({ chosen: value === "" ? [one] : [one, Number(value)] })),
      areTwo && lasts && button("may not meet", () => round.edit({ forbid: [`${one}-${other}`] }, { chosen: [] }), { title: `From round ${next} on` }),
      areTwo && !isPlayed && button("may not meet in this round only", () => round.set({ forbid: [...forbid, [one, other]], chosen: [] }))),
    h("ul", { class: "plain" }, !isPlayed && round.list.absent.filter((id) => id !== bye).map((id) => h("li", { key: id }, `${round.who(id)} is not paired${away.has(id) && !absent.includes(id) ? ` (${awaySaid(away.get(id))})` : ""} `,
      button("has come", () => comes(id), { class: "small", "aria-label": `${round.who(id)} has come` }))),
    [...away.keys()].filter((id) => lasts && (isPlayed || !round.list.absent.includes(id))).map((id) => h("li", { key: `later ${id}` }, `${round.who(id)}: ${awaySaid(away.get(id))} `, cross(`${round.who(id)} is there`, () => comes(id))))),
    bye !== null && h("p", null, `${round.who(bye)} has the bye (a saved file has it once the round is played) `, cross(`Let ${round.who(bye)} be paired`, () => round.set({ bye: null }))),
    h("ul", { class: "plain" }, bans.map(({ players: all, rounds, at }) => h("li", { key: `ban ${at}` }, `${all.map((id) => round.who(id)).join(" and ")} may not meet${rounds ? banSaid(rounds, round.info.answer.rounds_planned) : ""} `, lasts && cross(`Let ${all.map((id) => round.who(id)).join(" and ")} meet`, () => allow(at)))),
      forbid.map(([a, b], at) => h("li", { key: `${a}-${b}` }, `${round.who(a)} and ${round.who(b)} may not meet in this round (a saved file has it once the round is played) `, cross(`Let ${round.who(a)} and ${round.who(b)} meet`, () => round.set({ forbid: forbid.filter((_, place) => place !== at) }))))),
    (lasts || !isPlayed) && h("p", { class: "row" }, SHARED.map((what) => check(`no two of one ${what}`, same.includes(what) || (lasts && kept.includes(what)), (isOn) => keep(what, isOn), { disabled: together[what].length === 0 && !same.includes(what), title: together[what].length === 0 ? `No two players have one ${what} in this file` : null }))),
    lasts && isOne && corrects(round, tournament.players.find(({ id }) => id === one), kept),
    lasts && enters(round, kept),
  ];
}

/** The columns of a list of players. */
const COLUMNS = ["name", "rating", "title", "federation", "club", "FIDE number", "birth", "sex"];
/** What a column is called in the tournament, where that is another name. */
const CALLED = { "FIDE number": "fide_id" };

/** A field for each column, with what it begins with. `then` is given what stands in them. */
function details(id, key, title, values, said, then) {
  const fields = COLUMNS.map((column) => `${id}-${column.replace(" ", "-")}`);
  // In capitals it is an attribute, which gives way to what somebody writes.
  const field = (column, at) => h("input", { type: "text", id: fields[at], placeholder: column, size: at === 0 ? 20 : 9, title: column, "aria-label": `${title}: ${column}`, VALUE: values[at] });
  return h("fieldset", { key: `${id} ${key}` }, h("legend", null, title), COLUMNS.map(field), button(said, () => then(fields.map((one) => byId(one).value.trim()))));
}

/** A player of whom the list was wrong. The number stays, and so does what has been paired. */
function corrects(round, player, kept) {
  const values = COLUMNS.map((column) => String(player[column] ?? player.attributes?.[CALLED[column] ?? column] ?? ""));
  return details("correct", `${player.id} ${values}`, `Correct ${round.who(player.id)}`, values, "correct", (cells) => {
    const correct = COLUMNS.map((column, at) => cells[at] !== values[at] && `${player.id}:${column}=${cells[at]}`).filter(Boolean);
    if (correct.length === 0) return round.say("Nothing is changed: it was so before.");
    const isApart = kept.some((what) => cells[COLUMNS.indexOf(what)] !== values[COLUMNS.indexOf(what)]);
    round.edit({ correct, ...(isApart && { forbid_same: kept }) }, {}, undefined, `Corrected: numbers and what is paired stay.${cells[1] !== values[1] ? " Models and tie-breaks that look at ratings go by the new one." : ""}${isApart ? " Bans of the old list are left above." : ""}`);
  });
}

/** A player who was not in the list. Numbers may be other ones then, and so nothing is left that was decided by number. */
function enters(round, kept) {
  return details("late", round.info.answer.players, "Late entry", [], "enters", (cells) => {
    const [name] = cells;
    if (!name) return round.say("Who enters has a name: write it first.");
    if (round.tournament()?.players?.some((player) => player.name === name)) return round.say(`${name} is in the list already. If it is another player, add to the name, such as a year.`);
    const list = `${COLUMNS}\n${cells.map((text) => `"${text.replaceAll('"', '""')}"`)}\n`;
    round.edit({ late: "late.csv", ...(kept.length > 0 && { forbid_same: kept }) }, NEW_ROUND, { "late.csv": list }, `${name} has entered. Numbers may be other ones now: use the new sheet.`);
  });
}

/** What can be changed while the boards of a round are open: what concerns the next one. */
export function between(round) {
  const { next_round: next } = round.info.answer;
  return [
    h("p", { class: "first-note", key: "between", id: "between" }, `Round ${round.entering} is being played. `, next === null ? "It is the last one." : `What is changed here holds from round ${next} on. Whoever leaves a board of round ${round.entering} loses it by forfeit: + − beside its results.`),
    naming(round),
    next !== null && players(round),
  ];
}

/** How far a slider goes: twice as far as the greatest weight, in whole tens. */
const reach = (weight) => Math.max(100, Math.ceil(Math.abs(weight) / 5) * 10);

/** In larger rounds nobody looks for the next value at which the answer changes: it takes a dozen solutions. */
const MOST_SOUGHT = 40;

/**
 * The next weight in a direction by which other players meet: in steps that double, and then by halves. Null if there is none up to `end`,
 * undefined as long as it is not known.
 */
function nextChange(round, text, place, sign, end) {
  const from = weights(text)[place].weight;
  const pairs = (weight) => {
    const reply = round.solveBy(weighed(text, place, weight));
    return reply && JSON.stringify(reply.answer?.pairs?.map(({ white, black }) => [white, black].sort((a, b) => a - b)).sort());
  };
  const now = pairs(from);
  let [same, other] = [0, null];
  for (let step = 1; now !== undefined && other === null; step = Math.min(2 * step, Math.abs(end - from))) {
    const there = pairs(from + sign * step);
    if (there === undefined) return undefined;
    if (there !== now) other = step;
    else if (step >= Math.abs(end - from)) return null;
    else same = step;
  }
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    const there = pairs(from + sign * middle);
    if (there === undefined) return undefined;
    if (there === now) same = middle;
    else other = middle;
  }
  return now === undefined ? undefined : from + sign * other;
}

/** What the term of the slider that is held counts. */
function meaning(round, text, place, term) {
  if (round.slider !== place) return null;
  const rule = ruleOf(term);
  const said = rule ? `${rule.title}. ${rule.meaning}` : expressionOf(text, term);
  return said && h("p", { class: "hint", key: `meaning ${place}`, "data-held": true }, said);
}

/** Where the slider that is held changes the answer. */
function changes(round, text, place, most, set) {
  const { weight } = weights(text)[place];
  if (round.slider !== place || round.isHidden || round.players.size > MOST_SOUGHT || !Number.isInteger(weight) || Math.abs(weight) >= most) return null;
  const found = [-1, 1].map((sign) => nextChange(round, text, place, sign, sign * most));
  const go = (value) => button(String(value), () => set(weighed(text, place, value), `weight ${place}`), { class: "small" });
  return h("p", { class: "hint row", key: `changes ${place}`, "data-held": true }, found.includes(undefined) ? "Looking for the next change…" : found.every((one) => one === null) ? "No other value here changes the pairing." : ["The pairing changes at ", found.filter((one) => one !== null).map(go)]);
}

/** The boards of the model as it was, those that are new by one's own, and how many players have another opponent; null if nothing is changed. */
function moved(round) {
  const [before, now] = round.state.text === null || round.state.system !== null || round.isHidden ? [] : [round.solve({ model: round.state.model }), round.solve()].map((reply) => reply?.answer?.pairs && pairsOf(reply.answer));
  if (!before || !now) return null;
  const [had, has] = [before, now].map((pairs) => new Set(pairs.map(keyOf)));
  return { gone: before.filter((pair) => !has.has(keyOf(pair))), come: now.filter((pair) => !had.has(keyOf(pair))) };
}

function whoMoved(round) {
  const found = moved(round);
  if (!found) return null;
  const { gone, come } = found;
  if (come.length === 0) return h("p", { key: "moved" }, `Nobody has another opponent than by ${round.state.model}.`);
  const before = new Map(gone.flatMap(([one, other]) => [[one, other], [other, one]]));
  const rows = come.map((pair) => h("tr", { key: keyOf(pair) }, cell(round.pairSaid(pair)), cell(pair.filter((id) => id !== 0).map((id) => round.who(before.get(id))).join("; "))));
  return h("details", { key: "moved" }, h("summary", null, `${plural(come.length, "board")} not as by ${round.state.model}`), table("Boards that are new", ["Board", `By ${round.state.model} they meet`], rows));
}

/** What a file may leave out of every player. */
const OPTIONAL = ["club", "federation", "title", "rating"];

/** Which of these an expression asks for though nobody in the file has it. */
function askedInVain(round, expression) {
  const players = round.tournament()?.players ?? [];
  return OPTIONAL.filter((what) => new RegExp(`\\b[abp]\\.${what}\\b`).test(expression) && !players.some((player) => player[what]));
}

/** The field for an expression, what the model would answer with it, and where the term is to stand. */
function ownTerm(round, text, set) {
  const expression = round.draft.trim();
  const [wish, law] = ["last", "law"].map((place) => (expression ? round.solveBy(withTerm(text, expression, place)) : null));
  const isSound = Boolean(wish?.answer);
  const vain = isSound ? askedInVain(round, expression) : [];
  const last = (reply) => reply?.answer?.objective?.at(-1)?.terms.at(-1);
  const term = last(wish);
  const drawn = term && !round.isHidden ? round.paired()?.answer : null;
  const now = drawn?.pairs?.length > 0 && last(round.verify(pairsOf(drawn), null, { text: withTerm(text, expression, "last") }));
  const add = (title, place, more) => button(title, () => {
    set(withTerm(text, expression, place));
    round.write("");
  }, { disabled: !isSound, title: more });
  return [
    h("p", { class: "hint" }, "A condition of a board; ", h("code", null, "a"), " is the higher of the two players, and ", h("code", null, "b"), " the lower. As a wish each such board counts −1, until you move its slider; as a law it is forbidden."),
    h("input", { type: "text", id: "own-term", "aria-label": "What the term counts", "aria-describedby": "own-said", "aria-invalid": String(Boolean(expression && wish && !isSound)), spellcheck: "false", placeholder: "a.club != '' && a.club == b.club", value: round.draft, oninput: (event) => round.write(event.target.value) }),
    h("div", { id: "own-said", "aria-live": "polite" },
      expression && !wish && h("p", { class: "hint" }, "Counting…"),
      expression && wish && !isSound && h("pre", { class: "bad" }, wish.said),
      vain.length > 0 && h("p", { class: "bad" }, `Nobody in this file has a ${vain.join(" or a ")}: there is nothing to look at.`),
      term && !round.isHidden && h("p", null, now && `Now true of ${plural(now.count, "board")}. `, `Once it is added as a wish: of ${term.count}, value ${valueOf(wish.answer.objective)}. `, law && (law.answer?.objective?.length > 0 ? `As a law: of none, value ${valueOf(law.answer.objective)}.` : "As a law: no legal pairing."))),
    h("p", { class: "row" }, add("Add as a last tier", "last", "It decides between pairings that are equal otherwise"), add("Add to the last sum", "sum", "It is weighed against the other terms of the last tier"), add("Add as a law", "law", "No board may have it")),
    h("label", { class: "hint" }, "A table (CSV) with a column number, and one for what else is known of the players, such as age: ", h("input", { type: "file", accept: ".csv,.txt", id: "attributes", onchange: async (event) => {
      const attributes = await event.target.files[0]?.text();
      if (attributes) round.set({ tables: { ...round.state.tables, attributes } });
    } })),
    round.state.tables.attributes && h("p", { class: "hint" }, `Known of the players: ${round.state.tables.attributes.split("\n", 1)[0]}. `, button("Take the table away", () => round.set({ tables: {} }), { class: "small" })),
  ];
}

function model(round) {
  const named = round.models.get(round.state.model);
  const text = round.state.text ?? named;
  const set = (next, stroke) => round.set({ text: next === named ? null : next, system: null, optimum: 0 }, stroke);
  const own = hardOf(text);
  const list = weights(text);
  const tiers = Math.max(0, ...list.map(({ tier }) => tier));
  const fault = round.state.text === null ? null : round.ask("model", { model: round.model });
  const reply = round.isHidden ? null : round.solve();
  const best = reply?.answer;
  const said = fault?.said ?? (best?.pairs?.length > 0 ? null : obstacle(reply));
  return [
    h("p", { class: "row" }, round.state.text === null ? `The model ${round.state.model}. ` : "Your own model. ", round.state.text !== null && button(`Back to ${round.state.model}`, () => round.set({ text: null })),
      best?.objective?.length > 0 && h("b", { "aria-live": "polite" }, `Value ${valueOf(best.objective)}`)),
    said && h("pre", { key: "fault", class: "bad" }, said),
    whoMoved(round),
    h("p", { class: "hint" }, "How much one of each adds to the value, its weight", tiers > 1 ? ". The number before it is the tier: a higher one counts only among equals." : ":"),
    list.map(({ tier, term, weight }, place) => {
      const most = reach(weights(named)[place]?.weight ?? weight);
      return [h("div", { class: "slider", key: `${place} ${term}` },
        h("label", { for: `weight-${place}`, title: ruleOf(term)?.meaning ?? term }, tiers > 1 && `${tier}. `, titled(term)),
        h("input", { type: "range", id: `weight-${place}`, min: -most, max: most, step: Number.isInteger(weight) ? 1 : "any", value: String(weight), "data-term": term,
          onfocus: () => round.hold(place), oninput: (event) => set(weighed(text, place, event.target.value), `weight ${place}`) }),
        h("output", { for: `weight-${place}` }, weight)), meaning(round, text, place, term), changes(round, text, place, most, set)];
    }),
    h("p", { class: "row" }, choice("A term of the library", "", [["", "count something else…"], ...terms([...HARD_RULES, ...list.map(({ term }) => term)]).map((id) => [id, titled(id)])], (id) => id && set(withKnown(text, id)), { id: "known-term" })),
    USES.lots(text) && h("p", { class: "row" }, "Lots are drawn by ", h("input", { type: "text", inputmode: "numeric", pattern: "\\d{1,15}", size: 15, id: "lots", "aria-label": "The number by which lots are drawn", placeholder: "the round alone", value: round.state.lots ?? "", onchange: ({ target }) => {
      if (target.validity.valid) round.set({ lots: target.value === "" ? null : Number(target.value) });
    } })),
    h("fieldset", null, h("legend", null, "Hard rules"), HARD_RULES.map((rule) => check(titled(rule), own.includes(rule), (isOn) => set(switched(text, rule, isOn)), { "data-rule": rule }))),
    h("details", { key: "own" }, h("summary", null, "A term of your own"), ownTerm(round, text, set)),
    h("details", { key: "text" }, h("summary", null, "The model as text"), h("textarea", { rows: 14, spellcheck: "false", "aria-label": "The model as text", value: text, oninput: (event) => set(event.target.value, "text") })),
  ];
}

export const change = {
  title: "Change",
  hint: "Change what counts, who is here, who may not meet, or what was played.",
  draw(round) {
    if (round.isHidden) return { lines: [] };
    const reply = round.paired();
    // Where a model cannot be read, that of the list still can.
    if (reply && !reply.answer && round.state.text !== null) return { lines: round.lines(round.solve({ model: round.state.model })) };
    const ghosts = moved(round)?.gone ?? [];
    return { lines: [...round.lines(reply), ...ghosts.map((pair) => ({ pair, kind: "ghost" }))] };
  },
  panel(round) {
    return [
      h("p", { class: "hint" }, this.hint, round.isHidden ? " This link hides the answer." : " The drawing shows the new answer."),
      round.isHidden && button("Show it all the same", () => round.set({ hide: [] })),
      round.state.system !== null && h("p", { class: "hint" }, `The drawing has the pairing of ${round.state.system}. What counts is a model’s: change it, and your model pairs instead.`),
      h("details", { ...(round.state.system === null && { open: true }), key: "model" }, h("summary", null, "What counts"), model(round)),
      naming(round),
      h("details", { ...(round.state.system !== null && { open: true }), key: "players" }, h("summary", null, "Who is here, and who may not meet"), players(round)),
      correcting(round),
    ];
  },
  pick(round, id) {
    const { chosen } = round.state;
    if (id === 0) return;
    if (chosen.includes(id)) round.set({ chosen: chosen.filter((one) => one !== id) });
    else round.set({ chosen: chosen.length === 1 ? [chosen[0], id] : [id] });
  },
};
