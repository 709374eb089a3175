import { isStorable, isUuid } from '#kernel';

/** Reads values of a body whose form is documented, but not certain. Throws where a value has another form. */
export class JsonReader {
  private constructor(
    private readonly value: unknown,
    private readonly path: string,
  ) {}

  static of(text: string): JsonReader {
    return new JsonReader(JSON.parse(text), '');
  }

  get isMissing(): boolean {
    return this.value === undefined || this.value === null;
  }

  get isObject(): boolean {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value);
  }

  at(...names: readonly string[]): JsonReader {
    let value = this.value;
    for (const name of names) value = isRecord(value) ? value[name] : undefined;
    return new JsonReader(value, [this.path, ...names].filter(Boolean).join('.'));
  }

  /** The first of these that is there. */
  first(...paths: readonly (readonly string[])[]): JsonReader {
    const found = paths.map((path) => this.at(...path));
    return found.find(({ isMissing }) => !isMissing) ?? found[0]!;
  }

  list(): JsonReader[] {
    if (this.isMissing) return [];
    if (!Array.isArray(this.value)) throw this.error('a list');
    return this.value.map((value, index) => new JsonReader(value, `${this.path}.${index}`));
  }

  /** A text that is not longer than ids, names and e-mail addresses are, and that the database can store. */
  text(): string {
    const { value } = this;
    if (typeof value !== 'string' || value === '' || value.length > MAX_TEXT || !isStorable(value)) throw this.error('a text');
    return value;
  }

  textOrNull(): string | null {
    return this.isMissing || this.value === '' ? null : this.text();
  }

  /** The id of an object that may be expanded. */
  idOrNull(): string | null {
    return this.isObject ? this.at('id').textOrNull() : this.textOrNull();
  }

  /** A whole number, which may be written as text. */
  integer(): number {
    const number = typeof this.value === 'string' ? Number(this.value) : this.value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw this.error('a whole number');
    return number;
  }

  integerOrNull(): number | null {
    return this.isMissing ? null : this.integer();
  }

  isTrue(): boolean {
    return this.value === true;
  }

  /** ISO 8601 or seconds since 1970, as ISO 8601 with milliseconds. */
  time(): string {
    const { value } = this;
    const time = typeof value === 'number' ? new Date(value * 1000) : typeof value === 'string' ? new Date(value) : undefined;
    if (!time || !(time.getTime() >= EARLIEST && time.getTime() < LATEST)) throw this.error('a time');
    return time.toISOString();
  }

  timeOrNull(): string | null {
    return this.isMissing ? null : this.time();
  }

  private error(what: string): Error {
    return new Error(`${this.path || 'The body'} is not ${what}`);
  }
}

const MAX_TEXT = 1_000;
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2200, 0);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The product that one of these objects names in its metadata as `latchkey_product_id`; null if none does. */
export function productNamedIn(...metadata: readonly JsonReader[]): string | null {
  for (const each of metadata) {
    const id = each.at('latchkey_product_id').textOrNull();
    if (id !== null && isUuid(id)) return id.toLowerCase();
  }
  return null;
}

/** The ids that are there, each once. */
export const refsOf = (...refs: readonly (string | null)[]): string[] => [
  ...new Set(refs.filter((ref): ref is string => ref !== null)),
];
