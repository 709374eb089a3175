import { fieldError, type FieldError } from '#kernel';
import type { NewPrice, Price } from './price.ts';
import { type AmountType, errorsOfTerms } from './price-terms.ts';
import type { SellingSettings } from './selling-settings.ts';

/** An existing price of the product, or a new one. */
export type ListedPrice = { readonly id: string } | NewPrice;

/** The attributes of a price that are compared with other prices. */
type CheckedPrice = Pick<NewPrice, 'currency' | 'taxBehavior'> & {
  readonly terms: { readonly amountType: AmountType; readonly meterId?: string };
};

/** The prices after a change: the listed existing ones, then the new ones. */
export function applyPriceList(
  given: readonly ListedPrice[],
  present: readonly Price[],
  make: (price: NewPrice, position: number) => Price,
): Price[] {
  const kept = present.filter(({ id }) => given.some((each) => 'id' in each && each.id === id));
  const next = (present.at(-1)?.position ?? -1) + 1;
  const added = given.flatMap((each) => ('id' in each ? [] : [each])).map((each, index) => make(each, next + index));
  return [...kept, ...added];
}

/** Errors of each price and of their combination. */
export function errorsOfListed(given: readonly ListedPrice[], present: readonly Price[], rules: SellingSettings): FieldError[] {
  const checked: CheckedPrice[] = [];
  const errors = given.flatMap((each, index) => {
    const price = 'id' in each ? present.find(({ id }) => id === each.id) : each;
    if (!price) return [listError([index], 'Price does not exist.', (each as { id: string }).id)];
    checked.push(price);
    return 'id' in each ? [] : errorsOfPrice(each, index, rules);
  });
  return checked.length < given.length ? errors : [...errors, ...errorsOfCombination(checked, rules)];
}

const NAMES: Record<AmountType, string> = { fixed: 'fixed', custom: 'custom', seat_based: 'seat-based', metered_unit: 'metered' };

const listError = (at: FieldError['path'], message: string, input?: unknown): FieldError =>
  fieldError(['prices', ...at], message, input);

/** Metered prices are charged per period, so they need a recurring product. */
export const errorsOfMetered = (given: readonly ListedPrice[], isRecurring: boolean): FieldError[] =>
  given.flatMap((each, index) =>
    isRecurring || 'id' in each || each.terms.amountType !== 'metered_unit'
      ? []
      : [listError([index], 'Metered pricing is not supported on one-time products.')],
  );

const errorsOfPrice = (
  { terms, currency }: NewPrice,
  index: number,
  { seatBasedPricing, meters }: SellingSettings,
): FieldError[] => [
  ...(terms.amountType === 'metered_unit' && !meters.has(terms.meterId)
    ? [listError([index, 'meterId'], 'Meter does not exist.', terms.meterId)]
    : []),
  ...(terms.amountType === 'seat_based' && !seatBasedPricing
    ? [listError([index], 'Seat-based pricing is not enabled for this organization.')]
    : []),
  ...errorsOfTerms(terms, currency).map((each) => ({ ...each, path: ['prices', index, ...each.path] })),
];

/** Rules for the combination of prices and currencies. */
function errorsOfCombination(prices: readonly CheckedPrice[], { defaultCurrency }: SellingSettings): FieldError[] {
  if (prices.length === 0) {
    return [fieldError(['prices'], 'At least one price is required.', [], 'too_short')];
  }
  const currencies = Map.groupBy([...prices.entries()], ([, { currency }]) => currency);
  const structures = [...currencies.values()].map((some) => some.map(([, price]) => price.terms.amountType).sort());
  const alike = structures.every((structure) => structure.join() === structures[0]!.join());
  const missing = !currencies.has(defaultCurrency);
  return [
    ...[...currencies.values()].flatMap(errorsOfCurrency),
    ...(alike ? [] : [listError([], 'All currencies must have the same structure of prices.')]),
    ...(missing ? [listError([], "The organization's default presentment currency must be present in the prices.")] : []),
  ];
}

/** Metered prices can be combined with any other price. */
const isOfAmount = (type: AmountType): boolean => type !== 'metered_unit';

function errorsOfCurrency(some: readonly (readonly [index: number, price: CheckedPrice])[]): FieldError[] {
  const seen = new Set<string>();
  const types = new Set<AmountType>();
  return some.flatMap(([index, { terms, taxBehavior }]) => {
    const { amountType, meterId } = terms;
    const kind = `${amountType} ${meterId ?? ''}`;
    const isDuplicate = seen.has(kind);
    const conflicts =
      amountType === 'custom' ? [...types].some((other) => isOfAmount(other) && other !== 'custom') : types.has('custom');
    const cannotBeCombined = isOfAmount(amountType) && conflicts;
    seen.add(kind);
    types.add(amountType);
    return [
      ...(isDuplicate
        ? [
            listError(
              [index],
              meterId ? 'Meter is already used for another price.' : `Only one ${NAMES[amountType]} price is allowed.`,
            ),
          ]
        : []),
      ...(cannotBeCombined ? [listError([index], 'A custom price cannot be combined with a fixed or seat-based price.')] : []),
      ...(taxBehavior === some[0]![1].taxBehavior
        ? []
        : [listError([index, 'taxBehavior'], 'All prices of a currency must have the same tax behavior.', taxBehavior)]),
    ];
  });
}
