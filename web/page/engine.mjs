// The library in a worker: questions that are wanted are asked one after the other, and their answers are kept.

/** How many answers are kept: those that were used last. One picture needs fewer. */
const MOST_KEPT = 300;
/** A question that nobody wants any more is ended if it has run for so many milliseconds. */
const PATIENCE = 250;

export class Engine {
  #start;
  #changed;
  #worker = null;
  #kept = new Map();
  #wanted = new Map();
  #running = null;
  #number = 0;

  /** `start` makes a worker; `changed` is called when an answer has come. */
  constructor(start, changed) {
    this.#start = start;
    this.#changed = changed;
  }

  /** The question that is being answered: `{ asked, since }`, or null. */
  get running() {
    return this.#running;
  }

  /** Whether something was stopped that is wanted. */
  get wasStopped() {
    return [...this.#kept.values()].some(({ ended }) => ended === "stopped");
  }

  /** Forget what was wanted: it is said anew. */
  begin() {
    this.#wanted.clear();
  }

  /** The answer, if it is there. Otherwise it is wanted. `file` is `{ id, bytes }`. */
  ask(file, asked) {
    const key = `${file.id} ${JSON.stringify(asked)}`;
    const kept = this.#kept.get(key);
    if (kept) {
      this.#keep(key, kept);
      return kept;
    }
    this.#wanted.set(key, { key, file, asked });
    return undefined;
  }

  /** Begin with what is wanted first. What runs for nobody is ended. */
  end() {
    if (this.#running && !this.#wanted.has(this.#running.key) && performance.now() - this.#running.since > PATIENCE) this.#end();
    if (this.#running) return;
    const [next] = this.#wanted.values();
    if (next) this.#run(next);
  }

  /** End what runs. It is answered by `reply`. */
  stop(reply) {
    const { running } = this;
    if (!running) return;
    this.#end();
    this.#keep(running.key, reply);
    this.#changed();
  }

  /** Ask again what was stopped. */
  again() {
    for (const [key, reply] of this.#kept) if (reply.ended === "stopped") this.#kept.delete(key);
    this.#changed();
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
  }

  #keep(key, reply) {
    this.#kept.delete(key);
    this.#kept.set(key, reply);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value);
  }

  #run(next) {
    this.#worker ??= this.#made();
    this.#number += 1;
    this.#running = { ...next, number: this.#number, since: performance.now() };
    this.#worker.postMessage({ number: this.#number, file: next.file.bytes, asked: next.asked });
  }

  #made() {
    const worker = this.#start();
    worker.onmessage = ({ data }) => this.#answered(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#answered({ number: this.#running?.number, fault: event.message });
    };
    return worker;
  }

  #answered({ number, reply, fault, milliseconds }) {
    if (!this.#running || this.#running.number !== number) return;
    const { key } = this.#running;
    this.#running = null;
    if (fault) {
      // What has failed may have left the module half done.
      this.#end();
      this.#keep(key, { ended: "internal", said: `The solver failed: ${fault}`, notes: [] });
    } else {
      this.#keep(key, { ...reply, milliseconds });
    }
    this.#changed();
  }
}
