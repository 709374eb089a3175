import { sameConditions } from '../activations/conditions.ts';

type Value = string | number | boolean;

/** What a key entitles to by one benefit, in the form in which responses show it. */
export interface KeyEntitlement {
  readonly benefit_id: string;
  readonly values: { readonly [name: string]: Value };
}

/** What becomes of a value that a key has already: it adds to it, the highest counts, or it takes its place. */
export type CombineRule = 'sum' | 'max' | 'replace';

/** What one source brings a key. Without a rule, its values stand beside those of other benefits. */
export interface EntitlementPart extends KeyEntitlement {
  readonly combine?: CombineRule;
}

/** Applications accept leases of up to 16 KiB. */
const MAX_BYTES = 8192;

/**
 * What a key shows of parts in the order in which it got them: one entry for each benefit, as many, in this order, as fit. A value about which
 * a part has a rule is the same in all entries that have it: what all parts make together. Null if there is nothing to show.
 */
export function shownEntitlements(parts: readonly EntitlementPart[]): KeyEntitlement[] | null {
  const values = new Map<string, { [name: string]: Value }>();
  for (const { benefit_id, values: own } of parts) values.set(benefit_id, { ...values.get(benefit_id), ...own });
  const combined = combinedValues(parts);
  const shown: KeyEntitlement[] = [];
  let bytes = 0;
  for (const [benefit_id, own] of values) {
    const entries = Object.entries(own).map(([name, value]) => [name, combined.get(name) ?? value] as const);
    const entitlement = { benefit_id, values: Object.fromEntries(entries) };
    bytes += Buffer.byteLength(JSON.stringify(entitlement)) + 1;
    if (bytes > MAX_BYTES) break;
    shown.push(entitlement);
  }
  return shown.length > 0 ? shown : null;
}

/** Whether a key shows the same with both. */
export const sameEntitlements = (some: readonly KeyEntitlement[] | null, others: readonly KeyEntitlement[] | null): boolean =>
  (some?.length ?? 0) === (others?.length ?? 0) &&
  (some ?? []).every((each, index) => {
    const other = others![index]!;
    return each.benefit_id === other.benefit_id && sameConditions(each.values, other.values);
  });

/** Whether an entitlement has this name: a value that is neither `false` nor 0, or the benefit with this ID. */
export const hasEntitlement = (entitlements: readonly KeyEntitlement[] | null, name: string): boolean =>
  entitlements?.some(
    ({ benefit_id, values }) => benefit_id === name || (Object.hasOwn(values, name) && isEntitling(values[name]!)),
  ) ?? false;

const isEntitling = (value: Value): boolean => value !== false && value !== 0;

interface OnePart {
  readonly value: Value;
  readonly combine: CombineRule | undefined;
}

/** The values about which a part has a rule. */
function combinedValues(parts: readonly EntitlementPart[]): ReadonlyMap<string, Value> {
  const ruled = new Set(parts.flatMap(({ values, combine }) => (combine ? Object.keys(values) : [])));
  if (ruled.size === 0) return NOTHING;
  return new Map(
    [...ruled].map((name) => {
      const having = parts.filter(({ values }) => Object.hasOwn(values, name));
      return [name, combinedValue(having.map(({ values, combine }) => ({ value: values[name]!, combine })))];
    }),
  );
}

const NOTHING: ReadonlyMap<string, Value> = new Map();

/**
 * Numbers: the newest one that replaces, else the highest of those that do not add, and to it what adds. Without a number that replaces or
 * adds, and for other values: the newest one that replaces, else whether one is true, else the newest.
 */
function combinedValue(parts: readonly OnePart[]): Value {
  const replacing = parts.findLast(({ combine }) => combine === 'replace')?.value;
  const numbers = parts.flatMap(({ value, combine }) => (typeof value === 'number' ? [{ value, combine }] : []));
  if (numbers.length === parts.length) {
    const added = numbers.filter(({ combine }) => combine === 'sum').reduce((sum, { value }) => sum + value, 0);
    const others = numbers.filter(({ combine }) => combine !== 'sum').map(({ value }) => value);
    const base = typeof replacing === 'number' ? replacing : others.length > 0 ? Math.max(...others) : 0;
    return Math.min(Math.max(base + added, -Number.MAX_VALUE), Number.MAX_VALUE);
  }
  if (replacing !== undefined) return replacing;
  return parts.every(({ value }) => typeof value === 'boolean') ? parts.some(({ value }) => value === true) : parts.at(-1)!.value;
}
