// The library in a page, a worker or Node: `const ask = await load(module)`, then `ask(tournament, request)`.

/** Load the module from its bytes, or compiled; returns the function that asks it. */
export async function load(module) {
  const page = { milliseconds: () => performance.now() };
  const made = await WebAssembly.instantiate(module, { page });
  const { memory, input, ask, output } = (made.instance ?? made).exports;
  return (tournament, request) => {
    const asked = new TextEncoder().encode(JSON.stringify(request));
    const at = input(tournament.length + asked.length);
    const room = new Uint8Array(memory.buffer, at, tournament.length + asked.length);
    room.set(tournament);
    room.set(asked, tournament.length);
    const length = ask(tournament.length);
    const answer = new Uint8Array(memory.buffer, output(), length);
    return JSON.parse(new TextDecoder().decode(answer));
  };
}
