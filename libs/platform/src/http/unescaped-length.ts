/** An escape sequence of JSON; the two of a surrogate pair are one. */
const ESCAPE = /\\(?:u(?:d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|[0-9a-f]{4})|.)/gis;

/** The number of bytes that the character takes in UTF-8. */
function bytesOf(escape: string): number {
  if (escape.length === 2) return 1;
  return escape.length === 12 ? 4 : Buffer.byteLength(String.fromCharCode(Number.parseInt(escape.slice(2), 16)));
}

/** The length of JSON in bytes if all escape sequences were written as the characters that they stand for. */
export function unescapedLength(json: Buffer): number {
  let { length } = json;
  for (const [escape] of json.toString('latin1').matchAll(ESCAPE)) length -= escape.length - bytesOf(escape);
  return length;
}
