// Where the project is, and the program that is tested.
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");
/** The program: that of the variable PROGRAM, or what `cargo build --release` makes. */
export const program = process.env.PROGRAM || path.join(root, "target/release/swiss-ilp");
