import { TooMuchJson } from '#support/json';
import { pause } from '#support/slices';

/** Characters that are looked at, and given to `JSON.parse`, at a time: half a millisecond. */
const SLICE = 32 * 1024;
/** In characters, of what `JSON.parse` reads in one piece. No operation expects a text of more than 100,000. */
const MAX_VALUE = 1024 * 1024;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANK = /^[ \t\n\r]*$/;
const NOT_BLANK = /[^ \t\n\r]/;

/** The text is no JSON. `JSON.parse` says what is wrong with it. */
class NotJson extends Error {}

/** An array or object that is not closed yet. Positions are those in the text that is not parsed yet. */
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
 * `JSON.parse` for a long text that arrives in parts: with the same result, but others get their turn in between, and text is not kept
 * once it was parsed. One pass finds the commas of arrays and objects; the members between them are parsed by `JSON.parse`, some at a
 * time, and only what is longer than a slice is put together here. A text is accepted exactly if every such part is valid, that is, if
 * the text is.
 */
export class JsonReader {
  private text = '';
  /** The text was looked at up to here. */
  private at = 0;
  private isInString = false;
  /** What was added since, put together when it is worth it. */
  private readonly added: string[] = [];
  private addedLength = 0;
  private readonly open: Open[] = [];
  /** How many of the open ones, from the outermost, have a value. Only the last of these may have further complete members. */
  private begun = 0;
  private state: 'before' | 'inside' | 'after' | 'plain' = 'before';
  private root: unknown;
  private failure: unknown;

  constructor(private readonly slice = SLICE) {}

  /** Reads the next part. What is wrong with it is reported by `end`. */
  async add(part: string): Promise<void> {
    if (this.failure !== undefined) return;
    this.added.push(part);
    this.addedLength += part.length;
    if (this.addedLength >= this.slice) await this.attempt(() => this.read());
  }

  /**
   * @throws {TooMuchJson}
   * @returns undefined if the text is not valid: JSON has no such value.
   */
  async end(): Promise<unknown> {
    await this.attempt(async () => {
      await this.read();
      if (this.state === 'inside') throw new NotJson();
      if (this.state !== 'after') this.root = JSON.parse(this.text);
    });
    if (this.failure instanceof NotJson || this.failure instanceof SyntaxError) return undefined;
    if (this.failure !== undefined) throw this.failure;
    return this.root;
  }

  private async attempt(step: () => Promise<void>): Promise<void> {
    if (this.failure !== undefined) return;
    try {
      await step();
    } catch (error) {
      this.failure = error;
      this.text = '';
      this.added.length = 0;
    }
  }

  private async read(): Promise<void> {
    this.text += this.added.join('');
    this.added.length = 0;
    this.addedLength = 0;
    if (this.state === 'before') this.begin();
    while (this.state === 'inside' && this.at < this.text.length) {
      this.look(Math.min(this.at + this.slice, this.text.length));
      this.parseCompleteMembers();
      await pause();
    }
    if (this.state === 'inside') this.forgetParsed();
    if (this.state !== 'after' && this.text.length > MAX_VALUE)
      throw new TooMuchJson(`JSON has a value of more than ${MAX_VALUE} characters`);
    if (this.state === 'after') {
      this.assertBlank(this.at, this.text.length);
      this.text = '';
      this.at = 0;
    }
  }

  private begin(): void {
    const start = this.text.search(NOT_BLANK);
    if (start < 0) return;
    this.state = isOpening(this.text.charCodeAt(start)) ? 'inside' : 'plain';
    this.at = start;
  }

  private look(end: number): void {
    const { text } = this;
    let { at } = this;
    while (at < end && this.state === 'inside') {
      if (this.isInString) {
        at = this.afterString(at);
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === QUOTE) this.isInString = true;
      else if (code === COMMA) this.separate(at);
      else if (isOpening(code)) this.enter(at, code === OPEN_BRACKET);
      else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) this.leave(at, code === CLOSE_BRACKET);
      at++;
    }
    this.at = at;
  }

  private afterString(from: number): number {
    for (let at = this.text.indexOf('"', from); at >= 0; at = this.text.indexOf('"', at + 1)) {
      let backslashes = 0;
      while (this.text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
      if (backslashes % 2 !== 0) continue;
      this.isInString = false;
      return at + 1;
    }
    return this.text.length;
  }

  private enter(at: number, isArray: boolean): void {
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

  private leave(at: number, isArray: boolean): void {
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
    if (!outer) this.state = 'after';
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

  /** Everything before the last member of the innermost array or object was parsed, and the positions of the others are not used. */
  private forgetParsed(): void {
    const inner = this.open.at(-1)!;
    this.text = this.text.slice(inner.unparsedFrom);
    this.at -= inner.unparsedFrom;
    inner.unparsedFrom = 0;
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

function define(target: Record<string, unknown>, key: string, value: unknown): void {
  // Assigning `__proto__` would change the prototype.
  if (key === '__proto__') Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}
