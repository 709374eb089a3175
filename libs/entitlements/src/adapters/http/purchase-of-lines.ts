import { type FieldError, fieldError, ValidationFailed } from '#kernel';
import type { ImportedItem, PurchaseToImport } from '../../commands/import-purchase.ts';
import { type ImportLine, purchaseIn } from './import-lines.dto.ts';

type Purchase = Exclude<ImportLine, { readonly type: 'customer' }>;
/** A line of a purchase that has several. */
export interface PurchaseLine {
  readonly line: number;
  /** What the file says. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly value: Purchase;
}

/** What each item of an order has of its own; the lines of a subscription differ in their license keys only. */
const OWN_FIELDS: Readonly<Record<Purchase['type'], ReadonlySet<string>>> = {
  order: new Set(['product', 'product_price_id', 'quantity', 'amount', 'tax_amount', 'license_keys']),
  subscription: new Set(['license_keys']),
};

type ImportedLine = ReturnType<typeof purchaseIn>;

/** Thrown for lines that cannot be of one purchase. */
class LinesDiffer extends Error {
  constructor(readonly errors: ReadonlyMap<number, ValidationFailed>) {
    super();
  }
}

/** The purchase that several lines describe. What is the same for all of its lines may be said in the first one only. */
export function purchaseOfLines(lines: readonly PurchaseLine[]): PurchaseToImport {
  const [first] = lines as readonly [PurchaseLine, ...PurchaseLine[]];
  const message = `This differs from line ${first.line}, which has the same external_id`;
  const differing = lines.flatMap((line, index): [number, ValidationFailed][] => {
    const errors = differencesOf(first, line).map((name) => fieldError([name], message, null, 'differs'));
    return errors.length > 0 ? [[index, new ValidationFailed(errors)]] : [];
  });
  if (differing.length > 0) throw new LinesDiffer(new Map(differing));
  const purchases = lines.map(({ value }) => purchaseIn(value));
  const [purchase] = purchases as [ImportedLine];
  if (purchase.type === 'subscription') {
    const licenseKeys = purchases.flatMap(({ input }) => input.licenseKeys ?? []);
    return { ...purchase, input: { ...purchase.input, licenseKeys } };
  }
  const { priceId: _price, quantity: _quantity, amount: _amount, licenseKeys: _keys, ...order } = purchase.input;
  const taxes = purchases.flatMap(({ input }) => input.taxAmount ?? []);
  const taxAmount = taxes.length === 0 ? undefined : taxes.reduce((sum, each) => sum + each, 0);
  return { type: 'order', items: purchases.map(itemOf), input: { ...order, taxAmount } };
}

function itemOf({ product, input: { priceId, quantity = 1, amount, licenseKeys = [] } }: ImportedLine): ImportedItem {
  return { product, priceId, quantity, amount, licenseKeys };
}

/** The fields in which a line contradicts the first one. Those that are left out do not. */
const differencesOf = ({ fields: first, value: { type } }: PurchaseLine, { fields }: PurchaseLine): string[] =>
  Object.keys(fields).filter((name) => !OWN_FIELDS[type].has(name) && written(fields[name]) !== written(first[name]));

const written = (value: unknown): string => String(JSON.stringify(value)).toLowerCase();

/** What is wrong with which of the lines of a purchase, by their positions; what is about all of them is said about the first one. */
export function lineErrors(lines: readonly { readonly value: ImportLine }[], error: unknown): ReadonlyMap<number, unknown> {
  if (error instanceof LinesDiffer) return error.errors;
  if (!(error instanceof ValidationFailed)) return new Map([[0, error]]);
  const found = new Map<number, FieldError[]>();
  for (const each of error.errors) {
    const { index, path } = placeOf(lines, each.path);
    found.set(index, [...(found.get(index) ?? []), { ...each, path }]);
  }
  return new Map([...found].map(([index, errors]) => [index, new ValidationFailed(errors)]));
}

function placeOf(
  lines: readonly { readonly value: ImportLine }[],
  path: FieldError['path'],
): { readonly index: number; readonly path: FieldError['path'] } {
  const [field, number, ...rest] = path;
  if (field === 'items' && typeof number === 'number') return { index: number, path: rest };
  if (field !== 'licenseKeys' || typeof number !== 'number') return { index: 0, path };
  let before = 0;
  for (const [index, { value }] of lines.entries()) {
    const count = value.type === 'customer' ? 0 : (value.license_keys?.length ?? 0);
    if (number < before + count) return { index, path: [field, number - before, ...rest] };
    before += count;
  }
  return { index: 0, path };
}
