// What the page shows is one value, and a link has all of it.

/** The state before anything is done. It is plain JSON. */
export const FIRST = {
  // Where the tournament comes from: `{ teaching }`, or `{ name, text }`, in which a character is a byte.
  source: { teaching: "teaching-8" },
  round: null,
  model: "pairs",
  // A system that pairs instead of the model. The model goes on counting.
  system: null,
  // A model that came with the tournament: `{ name, text }`; and the organiser's tables: `{ attributes, weights }`.
  brought: null,
  tables: {},
  // The text of a model of one's own.
  text: null,
  absent: [],
  late: [],
  forbid: [],
  same: [],
  // The boards that somebody has drawn: White, Black; 0 is the bye.
  mine: [],
  tab: "guess",
  // The players who were chosen, at most two.
  chosen: [],
  // Dual values that somebody has written, by seat.
  duals: {},
  // The round whose results are shown.
  results: null,
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
  // Whose guess it is; and the guesses of a class, from their links: `{ who, mine }`, where `mine` is null if it is of another round.
  who: "",
  pupils: [],
};

/** How many steps can be undone. */
const MOST_STEPS = 200;

/** What depends on the round alone, as it is in a new one. */
export const NEW_ROUND = { absent: [], late: [], forbid: [], mine: [], pupils: [], chosen: [], duals: {}, results: null, optimum: 0 };

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

async function through(bytes, transform, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error(`it has more than ${most} bytes`);
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A tournament of more bytes is refused, as the library does. */
export const MOST_BYTES = 64_000_000;

/** Bytes unpacked, by `gzip`, `deflate` or `deflate-raw`; an error if there are too many. */
export const unpacked = (bytes, format) => through(bytes, new DecompressionStream(format), MOST_BYTES);

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

/** The state as text for a link: what differs from the first state, packed. */
export async function linked(state) {
  const different = Object.entries(state).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(FIRST[name]));
  const text = JSON.stringify(Object.fromEntries(different));
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(asBinary(packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const isNumbers = (value) => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0);
const isPairs = (value) => Array.isArray(value) && value.every((pair) => isNumbers(pair) && pair.length === 2 && pair[0] !== pair[1]);
const isTexts = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");
/** What a link may have: whatever else it says is left out. */
const SOUND = {
  source: (value) => typeof value?.teaching === "string" || (typeof value?.name === "string" && typeof value?.text === "string"),
  round: (value) => value === null || (Number.isSafeInteger(value) && value > 0),
  model: (value) => typeof value === "string",
  system: (value) => value === null || typeof value === "string",
  brought: (value) => value === null || (typeof value?.name === "string" && typeof value?.text === "string"),
  tables: (value) => value !== null && typeof value === "object" && Object.values(value).every((one) => typeof one === "string"),
  text: (value) => value === null || typeof value === "string",
  absent: isNumbers,
  late: isNumbers,
  forbid: isPairs,
  same: isTexts,
  mine: isPairs,
  results: (value) => value === null || Number.isSafeInteger(value),
  tab: (value) => typeof value === "string",
  chosen: (value) => isNumbers(value) && value.length <= 2,
  duals: (value) => value !== null && typeof value === "object" && Object.values(value).every((one) => typeof one === "string"),
  optimum: (value) => Number.isSafeInteger(value) && value >= 0,
  ghosts: (value) => typeof value === "boolean",
  cards: (value) => typeof value === "string",
  seconds: (value) => value === null || (typeof value === "number" && value > 0),
  hide: isTexts,
  question: (value) => typeof value === "string",
  lesson: (value) => value === null || typeof value === "string",
  who: (value) => typeof value === "string",
  pupils: (value) => Array.isArray(value) && value.every((one) => typeof one?.who === "string" && (one.mine === null || isPairs(one.mine))),
};

/** The state that differs from the first one as somebody says. */
export const stateFrom = (read) => ({ ...FIRST, ...Object.fromEntries(Object.entries(read).filter(([name, value]) => SOUND[name]?.(value))) });

/** The state of a link, or null if it is none. */
export async function fromLink(text) {
  try {
    const bytes = await unpacked(fromBase64(text.replaceAll("-", "+").replaceAll("_", "/")), "deflate-raw");
    return stateFrom(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}
