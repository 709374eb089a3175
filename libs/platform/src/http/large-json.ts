import { type JsonLimits, JsonScan, TooMuchJson } from '#support/json';
import { pause } from '#support/slices';
import { JsonReader } from './json-in-slices.ts';
import { jsonErrorOf, malformedJson } from './json-error.ts';

/** Bytes that are decoded at a time. A socket gives as many. */
const PART = 64 * 1024;
const MAX_CHARACTER_BYTES = 4;
const CONTINUATION = 0x80;

const atTheStart = new TextDecoder('utf-8', { fatal: true });
/** A byte order mark that is not at the start is a character like any other. */
const further = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 in parts, which may end within a character. `TextDecoder` does so as well, but makes texts of twice the size. */
class Utf8Parts {
  private decoder = atTheStart;
  private rest: Uint8Array = new Uint8Array();

  add(bytes: Uint8Array): string {
    const all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    const end = endOfCharacters(all);
    this.rest = all.slice(end);
    return this.decode(all.subarray(0, end));
  }

  end(): string {
    return this.decode(this.rest);
  }

  private decode(bytes: Uint8Array): string {
    const text = this.decoder.decode(bytes);
    if (bytes.length > 0) this.decoder = further;
    return text;
  }
}

/** Where the last character begins, if its end may be missing; otherwise the length. */
function endOfCharacters(bytes: Uint8Array): number {
  for (let end = bytes.length - 1; end >= 0 && end > bytes.length - MAX_CHARACTER_BYTES; end--) {
    const byte = bytes[end]!;
    if (byte < CONTINUATION) return bytes.length;
    const isFirst = byte >= 0xc0;
    if (isFirst) return end;
  }
  return bytes.length;
}

function* partsOf(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let from = 0; from < bytes.length; from += PART) yield bytes.subarray(from, from + PART);
}

/**
 * The bytes of a JSON body, as they arrived. What exceeds the limits is not read any further.
 *
 * @throws {RequestInvalid}
 */
export async function receiveJson(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limits: JsonLimits,
): Promise<readonly Uint8Array[]> {
  const received: Uint8Array[] = [];
  const scan = new JsonScan(limits);
  try {
    for await (const chunk of chunks) {
      for (const part of partsOf(chunk)) {
        scan.add(part);
        await pause();
      }
      received.push(chunk);
    }
  } catch (error) {
    throw error instanceof TooMuchJson ? malformedJson(error.message, 0) : error;
  }
  return received;
}

/**
 * The value of a JSON body; undefined if it is empty. Others get their turn in between, and the body never exists in one piece. The bytes
 * are kept until the end, because only `JSON.parse` of all of them says what is wrong.
 *
 * @throws {RequestInvalid}
 */
export async function readLargeJson(received: readonly Uint8Array[]): Promise<unknown> {
  const utf8 = new Utf8Parts();
  const json = new JsonReader();
  let length = 0;
  const add = (text: string): Promise<void> => {
    length += text.length;
    return json.add(text);
  };
  try {
    for (const chunk of received) for (const part of partsOf(chunk)) await add(utf8.add(part));
    await add(utf8.end());
  } catch (error) {
    throw malformedJson((error as Error).message, 0);
  }
  if (received.every((chunk) => chunk.length === 0)) return undefined;
  try {
    const value = await json.end();
    if (value !== undefined) return value;
  } catch (error) {
    throw malformedJson((error as Error).message, length);
  }
  throw malformedJson(await jsonErrorOf(received), length);
}
