// A round as pairs with values: what the program has counted, weighed by the settings of the page.
//
// No rule and no term is written here. The data has for each term what pairs, colours and byes count, and for each rule what it
// forbids. So the page weighs and chooses, and does not count.
import { Program, chooseFirst } from "./program.js";

/**
 * The best pairing of `data` by `settings`: `{ tier: [{ name, terms: [{ term, weight }] }], hard: [name] }`, as in a model file.
 * `boards` and `bye` have pairing numbers, in board order; `values` has one decimal a tier; `terms` what each term counts.
 */
export function solveRound(highs, data, settings) {
  const started = performance.now();
  const pairs = legalPairs(data, settings);
  const vertices = data.players.length + (data.players.length % 2);
  if (vertices === 0) return finish({ boards: [], bye: null, chosen: [], proved: true });
  const program = new Program(highs, vertices, pairs.edges);
  try {
    if (!program.isFeasible()) return { status: "infeasible", seconds: secondsSince(started) };
    const proofs = pairs.values.map((tier) => program.minimise(tier.map((value) => -value)).proved);
    const isFirst = chooseFirst(program);
    const chosen = pairs.edges.flatMap(([u, v], edge) => (program.mate[u] === v ? [edge] : []));
    const proved = isFirst && proofs.every(Boolean);
    return finish({ ...seats(data, pairs, chosen), chosen, proved, solves: program.solves, oddSets: program.sets.length });
  } finally {
    program.dispose();
  }

  function finish({ chosen, ...found }) {
    const values = pairs.values.map((tier, index) => decimal(sum(chosen, tier), pairs.places[index]));
    const terms = totals(data, settings, pairs, chosen);
    return { status: "optimal", ...found, values, terms, seconds: secondsSince(started) };
  }
}

function secondsSince(started) {
  return (performance.now() - started) / 1000;
}

/** The pairs that the rules allow, each with its better colours (`white` is 0 for the higher player) and its values, tier by tier. */
export function legalPairs(data, settings) {
  const players = data.players.length;
  const rules = data.rules.filter((rule) => settings.hard.includes(rule.name));
  const barred = barredPairs(data, rules);
  const seats = ["white", "black"].map((colour) => {
    const forbidden = new Set(rules.flatMap((rule) => rule[colour]));
    return Array.from({ length: players }, (_, player) => !forbidden.has(player));
  });
  const noBye = new Set(rules.flatMap((rule) => rule.bye));
  const tiers = settings.tier.map((tier) => weigh(data, tier));
  const edges = [];
  const white = [];
  const values = tiers.map(() => []);
  const add = (u, v, colour, value) => {
    edges.push([u, v]);
    white.push(colour);
    tiers.forEach((tier, index) => values[index].push(exact(value(tier))));
  };
  for (let u = 0; u < players; u++) {
    for (let v = u + 1; v < players; v++) {
      if (barred.has(u * players + v) || isForcedApart(data, u, v)) continue;
      const orders = [[u, v], [v, u]].map(([w, b]) => seats[0][w] && seats[1][b]);
      if (!orders[0] && !orders[1]) continue;
      const colour = betterColour(data, tiers, orders, u, v);
      const [w, b] = colour === 0 ? [u, v] : [v, u];
      add(u, v, colour, (tier) => tier.pair(u, v) + tier.white[w] + tier.black[b]);
    }
  }
  if (players % 2 === 1) {
    for (let u = 0; u < players; u++) {
      const isBarred = noBye.has(u) || barred.has(u * players + players) || isForcedApart(data, u, players);
      if (!isBarred) add(u, players, 0, (tier) => tier.bye[u]);
    }
  }
  // In increasing order of both ends, the bye last: as above, but for the byes.
  const order = edges.map((_, edge) => edge).sort((a, b) => edges[a][0] - edges[b][0] || edges[a][1] - edges[b][1]);
  const sorted = (list) => order.map((edge) => list[edge]);
  return { edges: sorted(edges), white: sorted(white), values: values.map(sorted), places: tiers.map((tier) => tier.places) };
}

// The order of colours with the greater values, or the default where both are equal: 0 if the higher player has White.
function betterColour(data, tiers, orders, u, v) {
  if (!orders[0] || !orders[1]) return orders[0] ? 0 : 1;
  for (const tier of tiers) {
    const more = tier.white[u] + tier.black[v] - tier.white[v] - tier.black[u];
    if (more !== 0) return more > 0 ? 0 : 1;
  }
  const at = triangular(data.players.length, u, v);
  return data.default_colours[at] === "w" ? 0 : 1;
}

// The place of the pair u < v among all pairs of `count`, row by row.
function triangular(count, u, v) {
  return u * (count - 1) - (u * (u - 1)) / 2 + (v - u - 1);
}

// Pairs that a rule or the organiser keeps apart, as u * players + v; the bye is the last.
function barredPairs(data, rules) {
  const players = data.players.length;
  const barred = new Set(rules.flatMap((rule) => rule.pairs.map(([u, v]) => u * players + v)));
  for (const pair of data.model.side?.forbidden ?? []) {
    const [u, v] = pair.map((id) => placeOf(data, id)).sort((a, b) => a - b);
    if (u >= 0) barred.add(u * players + v);
  }
  return barred;
}

function isForcedApart(data, u, v) {
  return (data.model.side?.forced ?? []).some((pair) => {
    const ends = pair.map((id) => placeOf(data, id));
    return ends.includes(u) !== ends.includes(v);
  });
}

function placeOf(data, id) {
  return id === 0 ? data.players.length : data.players.findIndex((player) => player.id === id);
}

// What a tier is worth for pairs, colours and byes, in units of 10^-places.
function weigh(data, tier) {
  const weighted = tier.terms.map(({ term, weight }) => [data.terms.find((other) => other.name === term), weight]);
  const places = Math.max(0, ...weighted.map(([term, weight]) => term.places + weightPlaces(weight)));
  const players = data.players.length;
  const [white, black, bye] = [0, 1, 2].map(() => new Float64Array(players));
  const pairs = [];
  for (const [term, weight] of weighted) {
    const units = inUnits(weight, term.places, places);
    for (const [part, total] of [["white", white], ["black", black], ["bye", bye]]) {
      term[part].forEach((count, player) => (total[player] += units * count));
    }
    if (term.pair && units !== 0) pairs.push([units, term.pair]);
  }
  const pair = (u, v) => pairs.reduce((value, [units, counts]) => value + units * pairCount(counts, u, v), 0);
  return { places, white, black, bye, pair };
}

// What two players count: the players are in classes, and pairs of the same classes count the same.
function pairCount({ classes, counts }, u, v) {
  const [low, high] = classes[u] < classes[v] ? [classes[u], classes[v]] : [classes[v], classes[u]];
  return counts[(high * (high + 1)) / 2 + low];
}

function thousandths(weight) {
  return Math.round(weight * 1000);
}

function weightPlaces(weight) {
  const number = Math.abs(thousandths(weight));
  return number % 1000 === 0 ? 0 : number % 100 === 0 ? 1 : number % 10 === 0 ? 2 : 3;
}

// How many units of 10^-places the last place of a term weighs.
function inUnits(weight, termPlaces, places) {
  return Math.round(thousandths(weight) * 10 ** (places - termPlaces - 3));
}

function exact(value) {
  if (!Number.isSafeInteger(value)) throw new RangeError("a weight is too large for this page");
  return value;
}

function sum(chosen, values) {
  return exact(chosen.reduce((total, edge) => total + values[edge], 0));
}

/** A whole number of 10^-places as a decimal, without zeros at the end. */
export function decimal(units, places) {
  const digits = String(Math.abs(units)).padStart(places + 1, "0");
  const [whole, after] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places).replace(/0+$/, "")];
  return (units < 0 ? "-" : "") + whole + (after ? `.${after}` : "");
}

// What each weighted term counts in the chosen pairs, as decimals, in the order of the settings.
function totals(data, settings, pairs, chosen) {
  const players = data.players.length;
  const names = [...new Set(settings.tier.flatMap((tier) => tier.terms.map(({ term }) => term)))];
  return names.map((name) => {
    const term = data.terms.find((other) => other.name === name);
    const of = (list, player) => list[player] ?? 0;
    const count = (edge) => {
      const [u, v] = pairs.edges[edge];
      if (v === players) return of(term.bye, u);
      const [w, b] = pairs.white[edge] === 0 ? [u, v] : [v, u];
      return (term.pair ? pairCount(term.pair, u, v) : 0) + of(term.white, w) + of(term.black, b);
    };
    return { term: name, count: decimal(chosen.reduce((total, edge) => total + count(edge), 0), term.places) };
  });
}

// The boards in board order: the higher of the two scores, then their sum, then the higher player.
function seats(data, pairs, chosen) {
  const boards = [];
  let bye = null;
  for (const edge of chosen) {
    const ends = pairs.edges[edge];
    const [high, low] = ends.map((place) => data.players[place]);
    if (!low) {
      bye = high.id;
      continue;
    }
    const scores = [Number(high.score), Number(low.score)];
    const [white, black] = pairs.white[edge] === 0 ? [high.id, low.id] : [low.id, high.id];
    boards.push({ white, black, key: [-Math.max(...scores), -(scores[0] + scores[1]), ends[0]] });
  }
  boards.sort((one, other) => one.key[0] - other.key[0] || one.key[1] - other.key[1] || one.key[2] - other.key[2]);
  return { boards: boards.map(({ white, black }) => ({ white, black })), bye };
}
