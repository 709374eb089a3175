import type { Readable } from 'node:stream';

const MAX_CHARACTERS = 2_048;
/** Enough for as many characters of up to four bytes. */
const MAX_BYTES = 4 * MAX_CHARACTERS;

/**
 * The start of a body as text, without NUL; null if it is empty. A body that goes on is closed, with its connection; a body that
 * ends leaves the connection open for the next request.
 */
export async function readStart(body: Readable): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) break;
  }
  const text = Buffer.concat(chunks).subarray(0, MAX_BYTES).toString().replaceAll('\0', '');
  return [...text].slice(0, MAX_CHARACTERS).join('') || null;
}
