import { areEqual, canonical, type Entry, isObject, type Value } from './entries.ts';

const FIELDS = [
  'amount_type',
  'price_currency',
  'tax_behavior',
  'price_amount',
  'minimum_amount',
  'maximum_amount',
  'preset_amount',
  'seat_tiers',
  'unit_amount',
  'cap_amount',
  'meter_id',
];

/** A price that the API shows, without what the service adds to it. */
export function priceInFile(price: Entry): Entry {
  const fields = FIELDS.map((field) => [field, price[field] ?? null] as const);
  const { seat_tiers: tiers, ...others } = canonical(Object.fromEntries(fields)) as Entry;
  if (!isObject(tiers ?? null)) return ordered(others);
  const { seat_tier_type, tiers: list } = tiers as Entry;
  return ordered({ ...others, seat_tiers: { seat_tier_type: seat_tier_type!, tiers: list! } });
}

const ordered = (price: Entry): Entry =>
  Object.fromEntries([...FIELDS, 'meter'].filter((field) => field in price).map((field) => [field, price[field]!]));

/** The forms that the API takes for the same price, as one. */
function normal(price: Value): Value {
  if (!isObject(price)) return price;
  const { amount_type: type, price_currency: currency = 'usd', unit_amount: unit, ...others } = price;
  return {
    ...others,
    price_currency: currency,
    ...(type === 'free' ? { amount_type: 'fixed', price_amount: 0 } : { amount_type: type ?? null }),
    ...(unit === undefined ? {} : { unit_amount: String(unit) }),
    ...(type === 'custom' && others['minimum_amount'] === undefined ? { minimum_amount: null } : {}),
  };
}

/** Whether a price of the service is what the file wants: the lowest amount of a `custom` one is the service's unless it is named. */
const isSame = (existing: Value, wanted: Value): boolean => {
  const [one, other] = [normal(existing), normal(wanted)];
  if (isObject(one) && isObject(other) && one['amount_type'] === 'custom' && other['minimum_amount'] === null)
    return areEqual({ ...one, minimum_amount: null }, other);
  return areEqual(one, other);
};

/** For each wanted price the existing one that it is, by its position, or undefined for a new one. */
export function matchPrices(existing: readonly Value[], wanted: readonly Value[]): readonly (number | undefined)[] {
  const free = new Set(existing.keys());
  return wanted.map((price) => {
    const match = [...free].find((index) => isSame(existing[index]!, price));
    if (match !== undefined) free.delete(match);
    return match;
  });
}

export const haveSamePrices = (existing: readonly Value[], wanted: readonly Value[]): boolean =>
  existing.length === wanted.length && matchPrices(existing, wanted).every((match) => match !== undefined);
