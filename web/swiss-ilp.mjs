// The library in a page, a worker or Node: `const ask = await load(bytes)`, then `ask(tournament, request)`.

/** Load the module from its bytes; returns the function that asks it. */
export async function load(bytes) {
  const page = { milliseconds: () => performance.now() };
  const { instance } = await WebAssembly.instantiate(bytes, { page });
  const { memory, input, ask, output } = instance.exports;
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
