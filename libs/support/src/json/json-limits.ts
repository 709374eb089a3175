/** What the JSON of a request may consist of, in all. A value takes many times the memory of its text. */
export interface JsonLimits {
  /** Arrays and objects. */
  readonly containers: number;
  /** Arrays, objects, and what they contain. */
  readonly values: number;
}

/** No operation expects more than the 100 levels of the filter of a meter, in a request with a few around them. */
const MAX_JSON_DEPTH = 256;
/** Each name is counted, and sorted by others, in one piece. No operation expects more than 1,000. */
const MAX_NAMES = 10_000;
/** Lists grow by being copied. No operation expects more than 300,000. */
const MAX_ITEMS = 500_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The text may be valid, but has more of something than any operation expects. */
export class TooMuchJson extends Error {}

/**
 * Counts the brackets and commas of JSON in UTF-8 while it arrives, in parts of any size. Takes time in proportion to the text and memory in
 * proportion to `MAX_JSON_DEPTH`; whether the text is valid is not looked at.
 */
export class JsonScan {
  private containers = 0;
  private values = 1;
  /** For each array and object that is open: how many members it has, and how many it may have. */
  private readonly open: { members: number; readonly max: number }[] = [];
  private isInString = false;
  /** Whether what was added so far ends within a string, with a backslash that escapes what comes next. */
  private isEscaped = false;

  constructor(private readonly limits: JsonLimits) {}

  /** @throws {TooMuchJson} */
  add(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.isInString) {
        at = this.afterString(bytes, at);
        continue;
      }
      const byte = bytes[at++]!;
      if (byte === QUOTE) this.isInString = true;
      else if (byte === COMMA) this.separate();
      else if (byte === OPEN_BRACKET) this.enter(MAX_ITEMS);
      else if (byte === OPEN_BRACE) this.enter(MAX_NAMES);
      else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) this.open.pop();
    }
  }

  private afterString(bytes: Uint8Array, from: number): number {
    for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
      if (this.isEscapedAt(bytes, from, at)) continue;
      this.isInString = false;
      this.isEscaped = false;
      return at + 1;
    }
    this.isEscaped = this.isEscapedAt(bytes, from, bytes.length);
    return bytes.length;
  }

  private isEscapedAt(bytes: Uint8Array, from: number, at: number): boolean {
    let first = at;
    while (first > from && bytes[first - 1] === BACKSLASH) first--;
    const isOdd = (at - first) % 2 !== 0;
    return first === from && this.isEscaped ? !isOdd : isOdd;
  }

  private enter(max: number): void {
    const { containers } = this.limits;
    if (this.open.length >= MAX_JSON_DEPTH) throw new TooMuchJson(`JSON is nested more than ${MAX_JSON_DEPTH} levels deep`);
    if (++this.containers > containers) throw new TooMuchJson(`JSON has more than ${containers} arrays and objects`);
    this.open.push({ members: 1, max });
    this.count();
  }

  private separate(): void {
    this.count();
    const inner = this.open.at(-1);
    if (!inner || ++inner.members <= inner.max) return;
    throw new TooMuchJson(
      inner.max === MAX_ITEMS
        ? `JSON has an array of more than ${MAX_ITEMS} items`
        : `JSON has an object of more than ${MAX_NAMES} names`,
    );
  }

  private count(): void {
    const { values } = this.limits;
    if (++this.values > values) throw new TooMuchJson(`JSON has more than ${values} values`);
  }
}

/**
 * `JSON.parse` for what somebody else sent, of which the bytes may be there. Each level and each value takes a character, so most texts are
 * short enough to be within the limits as long as they have few brackets, which are found faster than all is counted.
 *
 * @throws {TooMuchJson} before it is parsed
 */
export function parseJson(text: string, limits: JsonLimits, bytes?: Uint8Array): unknown {
  const isShort = text.length <= Math.min(limits.containers, MAX_NAMES);
  if (!isShort || hasMoreThan(MAX_JSON_DEPTH, text)) new JsonScan(limits).add(bytes ?? Buffer.from(text));
  return JSON.parse(text);
}

/** Whether the text has more opening brackets. */
function hasMoreThan(most: number, text: string): boolean {
  let count = 0;
  for (const bracket of '{[') {
    for (let at = text.indexOf(bracket); at >= 0 && count <= most; at = text.indexOf(bracket, at + 1)) count++;
  }
  return count > most;
}

/** The smallest events, with metadata, have an array or object in 28 bytes, and a value in 12. */
const [BYTES_PER_CONTAINER, BYTES_PER_VALUE] = [25, 10];

/** What JSON of at most so many bytes may consist of. */
export const jsonLimitsOf = (bytes: number): JsonLimits => ({
  containers: Math.floor(bytes / BYTES_PER_CONTAINER),
  values: Math.floor(bytes / BYTES_PER_VALUE),
});

/** The limits of what anybody may send, and of texts of a few KiB such as a line of a file. No operation expects more than 500 values there. */
export const SMALL_JSON: JsonLimits = { containers: 1_000, values: 5_000 };
