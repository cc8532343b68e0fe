// What the page shows is one value, and a link has all of it.
import { CARDS } from "./drawing.mjs";
import { LESSONS } from "./lessons.mjs";
import { SYSTEMS } from "./round.mjs";

export const TABS = ["guess", "solve", "why", "prove", "change"];
/** What players have in common who may not meet, if the arbiter says so. */
export const SHARED = ["club", "federation"];
/** After how many seconds computing stops. */
export const LIMITS = [[null, "no limit"], [2, "2 s"], [10, "10 s"], [60, "1 min"], [600, "10 min"]];

/** The state before anything is done. It is plain JSON. */
export const FIRST = {
  // Where the tournament comes from: `{ teaching }`, or `{ name, text }`, in which a character is a byte.
  source: { teaching: "teaching-8" },
  round: null,
  model: "pairs",
  // A system that pairs instead of the model. The model goes on counting.
  system: null,
  // The organiser's tables: `{ attributes, weights }`.
  tables: {},
  // The number by which the model's lots are drawn.
  lots: null,
  // The text of a model of one's own.
  text: null,
  absent: [],
  late: [],
  // Who has the pairing-allocated bye, by the arbiter's decision.
  bye: null,
  forbid: [],
  same: [],
  // The boards that somebody has drawn: White, Black; 0 is the bye.
  mine: [],
  tab: "guess",
  // The players who were chosen, at most two.
  chosen: [],
  // Dual values that somebody has written, by seat.
  duals: {},
  // The round whose results are shown; 0 is the standings.
  results: null,
  // The linear program without odd sets, in place of the dual values.
  relaxed: false,
  // Which of several equal optima.
  optimum: 0,
  ghosts: true,
  cards: "auto",
  seconds: 60,
  // What a teacher hides: `optimum`; and what is asked.
  hide: [],
  question: "",
  // The lesson of the course that asks it.
  lesson: null,
  // Whose guess it is; and the guesses of a class, from their links: `{ who, mine }`, where `mine` is null if it is of another round, and false if the link is not whole.
  who: "",
  pupils: [],
};

/** How many steps can be undone. */
const MOST_STEPS = 200;

/** What depends on the round alone, as it is in a new one. */
export const NEW_ROUND = { absent: [], late: [], bye: null, forbid: [], mine: [], pupils: [], chosen: [], duals: {}, results: null, optimum: 0 };

export class Store {
  #past = [];
  #state;
  #changed;

  constructor(state, changed) {
    this.#state = state;
    this.#changed = changed;
  }

  get state() {
    return this.#state;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /** Change some of the state. Changes with the same `stroke` in a row are undone together. */
  set(changes, stroke = null) {
    const isSame = ([name, value]) => value === this.#state[name] || JSON.stringify(value) === JSON.stringify(this.#state[name]);
    if (Object.entries(changes).every(isSame)) return;
    // Who is chosen is in view, and no step either.
    if (Object.keys(changes).every((name) => name === "chosen")) {
      this.view(changes);
      return;
    }
    const last = this.#past.at(-1);
    if (stroke === null || last?.stroke !== stroke) {
      this.#past.push({ state: this.#state, stroke });
      if (this.#past.length > MOST_STEPS) this.#past.shift();
    }
    this.#state = { ...this.#state, ...changes };
    this.#changed();
  }

  /** Change what is in view. That is no step of its own. */
  view(changes) {
    this.#state = { ...this.#state, ...changes };
    this.#changed();
  }

  undo() {
    const last = this.#past.pop();
    if (!last) return;
    this.#state = { ...last.state, chosen: [] };
    this.#changed();
  }
}

/** A tournament of more bytes is refused, as the library does. */
export const MOST_BYTES = 64_000_000;
/** What is packed is at most so many times as large as it was, as in archives of the command line; a first mebibyte is free. */
const MOST_TIMES = 200;
const FREE = 1 << 20;
/** So many bytes are unpacked at a time, so that there are never many more than are wanted. */
const STEP = 4096;

async function through(bytes, transform, most = Infinity) {
  let at = 0;
  const steps = new ReadableStream({ pull(to) { at < bytes.length ? to.enqueue(bytes.slice(at, at += STEP)) : to.close(); } });
  const reader = steps.pipeThrough(transform).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error(most < MOST_BYTES ? `it unpacks to more than ${MOST_TIMES} times its size` : `it has more than ${MOST_BYTES / 1e6} megabytes`);
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Deflated bytes, unpacked; an error if there are too many. */
export const unpacked = (bytes) => through(bytes, new DecompressionStream("deflate-raw"), Math.min(MOST_BYTES, Math.max(FREE, MOST_TIMES * bytes.length)));

/** Text of base64, as bytes. */
const fromBase64 = (text) => fromBinary(atob(text));

/** Bytes as text, in which a character is a byte. */
export function asBinary(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return parts.join("");
}

export function fromBinary(text) {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** What differs from the first state, as JSON. */
export const textOf = (state) => JSON.stringify(Object.fromEntries(Object.entries(state).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(FIRST[name]))));

/** A sum of the characters of a text (FNV-1a), by which a link is known to be whole. */
function sumOf(text) {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(36);
}

/** The state as text for a link: packed, and its sum. */
export async function linked(state) {
  const packed = await through(new TextEncoder().encode(textOf(state)), new CompressionStream("deflate-raw"));
  const text = btoa(asBinary(packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${text}~${sumOf(text)}`;
}

const isText = (value) => typeof value === "string";
const isOr = (other, is) => (value) => value === other || is(value);
const isOne = (known) => (value) => known.includes(value);
const isEach = (is) => (value) => Array.isArray(value) && value.every(is);
/** A number of a player or of a round, as the library reads it; 0 is the bye. */
const isNumber = (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32;
const isPositive = (value) => isNumber(value) && value > 0;
const isPair = (value) => isEach(isNumber)(value) && value.length === 2 && value[0] > 0 && value[0] !== value[1];
/** Boards, where nobody has two. */
const isBoards = (value) => isEach(isPair)(value) && new Set(value.flat()).size === 2 * value.length;
const isTexts = (value) => value !== null && typeof value === "object" && Object.values(value).every(isText);
const isFile = (value) => isTexts(value) && Object.keys(value).sort().join() === "name,text";

/** What a link may have: whatever else it says is left out. */
const SOUND = {
  source: (value) => isFile(value) || (isTexts(value) && Object.keys(value).join() === "teaching"),
  round: isOr(null, isPositive),
  model: isText,
  system: isOr(null, isOne(SYSTEMS)),
  tables: (value) => isTexts(value) && isEach(isOne(["attributes", "weights"]))(Object.keys(value)),
  lots: isOr(null, (value) => Number.isSafeInteger(value) && value >= 0),
  text: isOr(null, isText),
  absent: isEach(isPositive),
  late: isEach(isPositive),
  bye: isOr(null, isPositive),
  forbid: isEach((value) => isPair(value) && value[1] > 0),
  same: isEach(isOne(SHARED)),
  mine: isBoards,
  results: isOr(null, isNumber),
  tab: isOne(TABS),
  chosen: (value) => isEach(isNumber)(value) && value.length <= 2 && value[0] !== value[1],
  duals: isTexts,
  optimum: isNumber,
  ghosts: isOne([true, false]),
  relaxed: isOne([true, false]),
  cards: isOne(CARDS.map(([name]) => name)),
  seconds: isOne(LIMITS.map(([limit]) => limit)),
  hide: isEach(isOne(["optimum"])),
  question: isText,
  lesson: isOr(null, (value) => Object.hasOwn(LESSONS, value)),
  who: isText,
  pupils: isEach((one) => isText(one?.who) && Object.keys(one).length === 2 && isOr(false, isOr(null, isBoards))(one.mine)),
};

/** The state that differs from the first one as somebody says. */
export const stateFrom = (read) => ({ ...FIRST, ...Object.fromEntries(Object.keys(SOUND).filter((name) => Object.hasOwn(read, name) && SOUND[name](read[name])).map((name) => [name, read[name]])) });

/** The state of a link, or null if it is none, or not whole. Links of before have no sum. */
export async function fromLink(link) {
  const [text, sum] = link.split("~");
  if (sum !== undefined && sum !== sumOf(text)) return null;
  try {
    const bytes = await unpacked(fromBase64(text.replaceAll("-", "+").replaceAll("_", "/")));
    return stateFrom(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}
