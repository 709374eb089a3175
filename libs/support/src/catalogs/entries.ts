export type Value = null | string | number | boolean | readonly Value[] | { readonly [name: string]: Value };
/** A thing of a catalog as a file describes it: other things are named by their keys, not by ids. */
export type Entry = Readonly<Record<string, Value>>;

/** In the order in which a push creates their entries: each section refers to those before it. */
export const SECTIONS = ['meters', 'custom_fields', 'benefits', 'products', 'webhook_endpoints', 'connectors'] as const;
export type Section = (typeof SECTIONS)[number];

export const isObject = (value: unknown): value is { readonly [name: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without the names whose value is `null`, which is the same as not being set; with names in order. */
export function canonical(value: Value): Value {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isObject(value)) return value;
  const set = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(set.map(([name, each]) => [name, canonical(each)] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const textOf = (value: Value): string => JSON.stringify(canonical(value));

export const areEqual = (a: Value, b: Value): boolean => textOf(a) === textOf(b);

const FNV_OFFSET = 0xcbf2_9ce4_8422_2325n;
const FNV_PRIME = 0x0000_0100_0000_01b3n;

/** Tells whether an entry was changed: FNV-1a with 64 bits, which browsers compute as well, also without a secure context. */
export function digestOf(entry: Entry): string {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(textOf(entry))) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  return hash.toString(16).padStart(16, '0');
}

/** As a JSON Merge Patch (RFC 7386): what the changes do not name stays. */
export function merged(value: Value | undefined, changes: Value): Value {
  if (!isObject(changes)) return changes;
  const before = isObject(value) ? value : {};
  const after = Object.entries(changes).map(([name, each]) => [name, merged(before[name], each)] as const);
  return { ...before, ...Object.fromEntries(after) };
}

export interface Change {
  /** Such as `properties.limit_usage`. */
  readonly field: string;
  readonly from: Value;
  readonly to: Value;
}

/** What merging the wanted value would change. */
export function changesOf(field: string, from: Value | undefined, to: Value, merges: boolean): readonly Change[] {
  if (merges && isObject(to) && isObject(from))
    return Object.entries(to).flatMap(([name, each]) => changesOf(`${field}.${name}`, from[name], each, true));
  return areEqual(from ?? null, to) ? [] : [{ field, from: from ?? null, to }];
}

/** Fields that are set, and that the file does not name. */
export function unnamedIn(field: string, from: Value, to: Value | undefined): readonly string[] {
  if (from === null) return [];
  if (to === undefined) return [field];
  if (!isObject(from) || !isObject(to)) return [];
  return Object.entries(from).flatMap(([name, each]) => unnamedIn(field === '' ? name : `${field}.${name}`, each, to[name]));
}

/** A key made of a name: what is neither a letter, a digit nor an underscore becomes a hyphen. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'unnamed';
