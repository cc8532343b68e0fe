// The types of the records are made from the project's JSON Schemas.
import type { QuestionAnswers } from "./records.js";
export type * from "./records.js";

/** A tournament as the bytes of its file. */
export type Tournament = Uint8Array;
/** How a question ended. */
export type Ended = "done" | "refused" | "bad-file" | "no-pairing" | "limit" | "discrepancy" | "internal";
export type Format = "table" | "json" | "pairs" | "csv" | "trf";

/** What stands beside a request. */
export interface More {
  /** The contents of the files that the request names. */
  contents?: Record<string, string>;
  /** Stop after so many seconds, with the best pairing so far. */
  seconds?: number;
  /** Write the answer as this text. */
  format?: Format;
  /** Names of files in the request, which come back in `files`. */
  kept?: string[];
}

export interface Reply<Answer> {
  answer?: Answer;
  text?: string;
  files?: Record<string, string>;
  notes: string[];
  ended: Ended;
  said?: string;
  /** What is wrong with a file, each with its place, and what to do. */
  faults?: { line: number | null; column: number | null; path: string | null; code: string; what: string; mend: string }[];
}

export declare class SwissError extends Error {
  readonly ended: Ended;
  readonly answer: unknown;
  readonly notes: string[];
}

export declare function open(content: string | ArrayBuffer | ArrayLike<number>): Tournament;
export declare function reply<Name extends keyof QuestionAnswers>(tournament: Tournament, question: Name, request?: object, more?: More): Promise<Reply<QuestionAnswers[Name]>>;
export declare function ask(tournament: Tournament, question: keyof QuestionAnswers, request: object, more: More & { format: Format }): Promise<string>;
export declare function ask<Name extends keyof QuestionAnswers>(tournament: Tournament, question: Name, request?: object, more?: More): Promise<QuestionAnswers[Name]>;
