import { pause } from '#kernel';

/** Characters that are given to `JSON.parse` at a time: about a millisecond. */
const SLICE = 64 * 1024;
/** Each open bracket takes about a hundred bytes. */
const MAX_DEPTH = 200_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANK = /^[ \t\n\r]*$/;

/** The text is no JSON. `JSON.parse` says what is wrong with it. */
class NotJson extends Error {}

/** The text is nested deeper than any operation expects. */
export class TooDeep extends Error {}

/** An array or object that is not closed yet. */
interface Open {
  readonly isArray: boolean;
  /** The position of the bracket. */
  readonly at: number;
  /** The value so far, if a part of it was parsed because it is long. */
  value?: unknown[] | Record<string, unknown>;
  /** Where the text begins that is not parsed yet. */
  unparsedFrom: number;
  /** The last comma between members of the text that is not parsed yet; -1 if there is none. */
  comma: number;
  /** What the text that is not parsed yet continues: nothing, a comma, or a member that is long itself. */
  after: 'bracket' | 'comma' | 'member';
}

/**
 * `JSON.parse` for long texts: with the same result, but others get their turn in between. One pass finds the commas of arrays and
 * objects; the members between them are parsed by `JSON.parse`, some at a time, and only what is longer than a slice is put together
 * here. A text is accepted exactly if every such part is valid, that is, if the text is.
 * @throws {TooDeep}
 * @returns undefined if the text is not valid: JSON has no such value.
 */
export async function parseJsonInSlices(text: string): Promise<unknown> {
  try {
    return await new SlicedText(text).parse();
  } catch (error) {
    if (error instanceof NotJson || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class SlicedText {
  private readonly open: Open[] = [];
  /** How many of the open ones, from the outermost, have a value. Only the last of these may have further complete members. */
  private begun = 0;
  private root: unknown;

  constructor(private readonly text: string) {}

  async parse(): Promise<unknown> {
    const { text } = this;
    const start = text.search(/[^ \t\n\r]/);
    if (!isOpening(text.charCodeAt(start))) return JSON.parse(text);
    let sliceFrom = start;
    for (let at = start; at < text.length; at++) {
      if (at - sliceFrom >= SLICE) {
        this.parseCompleteMembers();
        sliceFrom = at;
        await pause();
      }
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = this.endOfString(at);
      else if (code === COMMA) this.separate(at);
      else if (isOpening(code)) this.enter(at, code === OPEN_BRACKET);
      else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
        if (this.leave(at, code === CLOSE_BRACKET)) return this.rootBefore(at + 1);
      }
    }
    throw new NotJson();
  }

  private rootBefore(end: number): unknown {
    this.assertBlank(end, this.text.length);
    return this.root;
  }

  private endOfString(start: number): number {
    for (let at = this.text.indexOf('"', start + 1); at > 0; at = this.text.indexOf('"', at + 1)) {
      let backslashes = 0;
      while (this.text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
      if (backslashes % 2 === 0) return at;
    }
    throw new NotJson();
  }

  private enter(at: number, isArray: boolean): void {
    if (this.open.length >= MAX_DEPTH) throw new TooDeep();
    this.open.push({ isArray, at, unparsedFrom: at + 1, comma: -1, after: 'bracket' });
  }

  private separate(at: number): void {
    const inner = this.open.at(-1)!;
    if (inner.after !== 'member') {
      inner.comma = at;
      return;
    }
    this.assertBlank(inner.unparsedFrom, at);
    Object.assign(inner, { unparsedFrom: at + 1, after: 'comma' } satisfies Partial<Open>);
  }

  /** Returns true for the bracket that closes the whole text. */
  private leave(at: number, isArray: boolean): boolean {
    const inner = this.open.pop()!;
    this.begun = Math.min(this.begun, this.open.length);
    const outer = this.open.at(-1);
    if (inner.value) {
      if (inner.isArray !== isArray) throw new NotJson();
      if (inner.after === 'member') this.assertBlank(inner.unparsedFrom, at);
      else this.parseMembers(inner, at);
      if (outer) Object.assign(outer, { unparsedFrom: at + 1, comma: -1, after: 'member' } satisfies Partial<Open>);
    } else if (!outer) {
      this.root = JSON.parse(this.text.slice(inner.at, at + 1));
    }
    return !outer;
  }

  /** Parses what is complete, so that no text is left over that is longer than a slice. */
  private parseCompleteMembers(): void {
    for (let depth = Math.max(0, this.begun - 1); depth < this.open.length; depth++) {
      const each = this.open[depth]!;
      if (!each.value) {
        each.value = each.isArray ? [] : {};
        if (depth === 0) this.root = each.value;
        else this.addLongMember(this.open[depth - 1]!, each);
      }
      if (each.comma >= 0) {
        this.parseMembers(each, each.comma);
        Object.assign(each, { unparsedFrom: each.comma + 1, comma: -1, after: 'comma' } satisfies Partial<Open>);
      }
    }
    this.begun = this.open.length;
  }

  /** Parses the members up to `end`, and adds them to the value. Only an empty array or object has none. */
  private parseMembers(into: Open, end: number): void {
    const members = this.text.slice(into.unparsedFrom, end);
    const target = into.value!;
    if (Array.isArray(target)) {
      const items = JSON.parse(`[${members}]`) as unknown[];
      if (items.length === 0 && (into.after === 'comma' || into.comma === end)) throw new NotJson();
      for (const item of items) target.push(item);
    } else {
      const entries = Object.entries(JSON.parse(`{${members}}`) as object);
      if (entries.length === 0 && (into.after === 'comma' || into.comma === end)) throw new NotJson();
      for (const [key, value] of entries) define(target, key, value);
    }
  }

  /** The text before the bracket of a long member is the name that it has in its object, or nothing. */
  private addLongMember(outer: Open, { at, value }: Open): void {
    const target = outer.value!;
    if (outer.comma >= 0 || outer.after === 'member') throw new NotJson();
    if (Array.isArray(target)) {
      this.assertBlank(outer.unparsedFrom, at);
      target.push(value);
      return;
    }
    const [key, ...others] = Object.keys(JSON.parse(`{${this.text.slice(outer.unparsedFrom, at)}null}`) as object);
    if (key === undefined || others.length > 0) throw new NotJson();
    define(target, key, value);
  }

  private assertBlank(from: number, to: number): void {
    if (!BLANK.test(this.text.slice(from, to))) throw new NotJson();
  }
}

const isOpening = (code: number): boolean => code === OPEN_BRACKET || code === OPEN_BRACE;

/** Assigning `__proto__` would change the prototype. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}
