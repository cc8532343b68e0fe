/** The bytes of what stands in the page: deflated, in base64. */
export async function bytesOf(text) {
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}
