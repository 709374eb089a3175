import { UNLIMITED_ACTIVATIONS } from '#support/cells';

const EMPTY = new Set<unknown>([undefined, null, '']);
/** What databases write where there is no date. */
const NO_DATE = /^(?:0|never|lifetime|unlimited|0000-00-00.*)$/i;
const UNIX_SECONDS = /^\d{9,10}$/;
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i;
const TRUE = new Set(['1', 'true', 'yes']);
const WHOLE = /^-?\d+(?:\.0+)?$/;

/** Thrown for a record with a value that cannot be read. */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord';
}

/** `Purchase Time (UTC timezone)` and `purchaseTime` as fields are called here: `purchase_time_utc_timezone`, `purchase_time`. */
const nameOf = (column: string): string =>
  column
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_|_$/g, '');

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A row of a table or an object of JSON, whose fields have the same names in both. A method takes several names where vendors have several. */
export class VendorRecord {
  private readonly values: ReadonlyMap<string, unknown>;

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.values = new Map(
      Object.entries(fields)
        .map(([column, value]) => [nameOf(column), value] as const)
        .filter(([, value]) => !EMPTY.has(value)),
    );
  }

  /** A JSON:API resource has the attributes as its fields, and the id of each related resource as `<relationship>_id`. */
  static of(value: unknown): VendorRecord {
    if (!isObject(value)) throw new UnreadableRecord('It is no object');
    const { attributes, relationships } = value;
    if (!isObject(attributes)) return new VendorRecord(value);
    const related = Object.entries(isObject(relationships) ? relationships : {}).map(([name, relation]) => {
      const data = isObject(relation) && isObject(relation['data']) ? relation['data'] : {};
      return [`${name}_id`, data['id']];
    });
    return new VendorRecord({ ...Object.fromEntries(related), ...attributes, id: value['id'], type: value['type'] });
  }

  has(...names: readonly string[]): boolean {
    return names.some((name) => this.values.has(name));
  }

  text(...names: readonly string[]): string | undefined {
    const value = this.first(names);
    if (value === undefined || typeof value === 'object') return undefined;
    return String(value).trim() || undefined;
  }

  /** Throws `UnreadableRecord` if there is none. */
  required(...names: readonly string[]): string {
    const text = this.text(...names);
    if (text === undefined) throw new UnreadableRecord(`It has no ${names[0]!}`);
    return text;
  }

  integer(...names: readonly string[]): number | undefined {
    const text = this.text(...names);
    if (text === undefined) return undefined;
    if (!WHOLE.test(text)) throw new UnreadableRecord(`${names[0]!} is no whole number`);
    return Number(text);
  }

  /** A limit, or null where the vendor says that there is none. */
  limit(...names: readonly string[]): number | null {
    const limit = /^(?:unlimited|∞)$/i.test(this.text(...names) ?? '') ? 0 : this.integer(...names);
    return limit !== undefined && limit > 0 ? limit : null;
  }

  /** A limit of activations. Here null means that a license key cannot be activated at all. */
  activationLimit(...names: readonly string[]): number {
    return this.limit(...names) ?? UNLIMITED_ACTIVATIONS;
  }

  isTrue(...names: readonly string[]): boolean {
    return TRUE.has((this.text(...names) ?? '').toLowerCase());
  }

  /** Whether a field that exists says no. */
  isFalse(name: string): boolean {
    return this.has(name) && !this.isTrue(name);
  }

  /** A day or a time in ISO 8601; times without an offset are in UTC. */
  time(...names: readonly string[]): string | undefined {
    const text = this.text(...names);
    if (text === undefined || NO_DATE.test(text)) return undefined;
    if (UNIX_SECONDS.test(text)) return new Date(Number(text) * 1000).toISOString();
    const [, day, time, zone = 'Z'] = TIME.exec(text) ?? [];
    if (day === undefined) throw new UnreadableRecord(`${names[0]!} is no date`);
    return time === undefined ? day : `${day}T${time}${/^utc$/i.test(zone) ? 'Z' : zone}`;
  }

  record(name: string): VendorRecord | undefined {
    const value = this.values.get(name);
    return isObject(value) ? VendorRecord.of(value) : undefined;
  }

  records(name: string): readonly VendorRecord[] {
    const value = this.values.get(name);
    return Array.isArray(value) ? value.filter(isObject).map((each) => VendorRecord.of(each)) : [];
  }

  /** The pairs of an object, under the names that the vendor has for them. */
  pairs(name: string): Readonly<Record<string, unknown>> {
    const value = this.values.get(name);
    return isObject(value) ? value : {};
  }

  private first(names: readonly string[]): unknown {
    return names.map((name) => this.values.get(name)).find((value) => value !== undefined);
  }
}
