// Where the project is, and the program that is tested.
import { spawnSync } from "node:child_process";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");
/** The program: that of the variable PROGRAM, or what `cargo build --release` makes. */
export const program = process.env.PROGRAM || path.join(root, "target/release/swiss-ilp");
export const instance = (...name) => path.join(root, "instances", ...name);

/** What the program answers in JSON, whatever its exit code, when `-` among what is given reads `input`. */
export const askedOf = (input, ...given) => JSON.parse(spawnSync(program, [...given, "--format", "json"], { encoding: "utf8", input, maxBuffer: 1 << 28 }).stdout);
export const asked = (...given) => askedOf("", ...given);

/** The pairs of an answer, and its bye as a pair with nobody. */
export const pairsOf = ({ pairs = [], bye }) => [...pairs.map(({ white, black }) => [white, black]), ...(bye ? [[bye, 0]] : [])];
/** A list of pairs as the program reads it. */
export const listOf = (pairs) => `${pairs.length}\n${pairs.map((pair) => pair.join(" ")).join("\n")}\n`;
