import type { Item, PaymentLine, PaymentUpdate } from './provider-updates.ts';

/** What a provider charged: with tax, and what of it was paid. */
interface Charged {
  readonly total: number;
  readonly tax: number;
  /** What was paid in money, with tax; null if the provider does not tell it. */
  readonly paid: number | null;
}

/**
 * What was paid, without tax, and the tax in it. It is the money that came in with the payment: what credit of the customer covered was paid
 * with another payment, or never, and what was paid of an older debt is of another payment.
 */
export function paidOf({ total, tax, paid }: Charged): { readonly amount: number; readonly taxAmount: number } {
  const charged = Math.max(total, 0);
  const money = Math.min(Math.max(paid ?? charged, 0), charged);
  const allTax = Math.min(Math.max(tax, 0), charged);
  const taxAmount = charged === 0 ? 0 : Number((BigInt(allTax) * BigInt(money)) / BigInt(charged));
  return { amount: money - taxAmount, taxAmount };
}

/** What one order is made of: something that was bought once, or what was paid for an item of a subscription. */
export interface PaymentPart {
  /** Unique in the payment. */
  readonly key: string;
  /** Null for what was bought once. */
  readonly of: { readonly itemKey: string | null; readonly refs: readonly string[] } | null;
  readonly line: Item;
  /** Without tax. */
  readonly amount: number;
  readonly taxAmount: number;
  /** The keys of the lines that it consists of. */
  readonly lines: readonly string[];
  /** What was paid, and is in no line that is told. */
  readonly isRest?: true;
}

/** The update that releases before lines stored: `items` of a purchase, none of a subscription. */
interface WholePayment {
  readonly items: readonly Item[];
}

export function linesOf(update: PaymentUpdate): readonly PaymentLine[] {
  const { lines, subscriptionRef, amount, taxAmount } = update;
  const told = lines ?? (update as unknown as WholePayment).items.map((item) => ({ ...item, taxAmount: null }));
  if (told.length > 0 || subscriptionRef === null) return told;
  return [{ key: subscriptionRef, refs: [], productId: null, quantity: 1, amount, taxAmount, recurring: { itemKey: null } }];
}

/**
 * The parts of a payment, whose amounts add up to it: what the other lines do not explain, such as credits of prorations, was paid for the
 * items of the subscription, if all lines are told; else it is a part of its own, the rest. Parts of a subscription that cost nothing are
 * left out.
 */
export function partsOf(update: PaymentUpdate): readonly PaymentPart[] {
  const lines = linesOf(update);
  const bought = boughtOnce(update, lines);
  const items = [
    ...Map.groupBy(
      lines.filter(({ recurring }) => recurring),
      itemOf,
    ).values(),
  ];
  const weights = items.map((group) => Math.max(sum(group.map(({ amount }) => amount ?? 0)), 0));
  const left = Math.max(update.amount - sum(bought.map(({ amount }) => amount)), 0);
  const ofItems = items.length === 0 ? 0 : update.lineCount === undefined ? left : Math.min(left, sum(weights));
  const rest = lines.length > 0 && left - ofItems > lines.length ? left - ofItems : 0;
  const amounts = split(ofItems, weights);
  const leftTax = Math.max(update.taxAmount - sum(bought.map(({ taxAmount }) => taxAmount)), 0);
  const taxes = rest > 0 ? split(leftTax, [...amounts, rest]) : split(leftTax, weights);
  const recurring = items.map((group, index): PaymentPart => {
    const [line] = group.toSorted((one, other) => (other.amount ?? 0) - (one.amount ?? 0));
    const of = { itemKey: line!.recurring!.itemKey, refs: line!.refs };
    const [amount, taxAmount] = [amounts[index]!, taxes[index]!];
    return { key: itemOf(line!), of, line: line!, amount, taxAmount, lines: group.map(({ key }) => key) };
  });
  const parts = [...recurring.filter(({ amount, taxAmount }) => amount + taxAmount > 0), ...bought];
  return rest > 0 ? [...parts, restOf(rest, taxes.at(-1)!)] : parts;
}

function restOf(amount: number, taxAmount: number): PaymentPart {
  const line = { key: REST, refs: [], productId: null, quantity: 1, amount };
  return { key: REST, of: null, line, amount, taxAmount, lines: [], isRest: true };
}

export const REST = 'rest';

const itemOf = ({ recurring, refs }: PaymentLine): string => recurring?.itemKey ?? refs[0] ?? '';

const taxOf = ({ taxAmount }: PaymentLine): number => taxAmount ?? 0;

/** What was bought once costs what its line says, unless less was paid in all. */
function boughtOnce(update: PaymentUpdate, lines: readonly PaymentLine[]): PaymentPart[] {
  const once = lines.filter(({ recurring }) => !recurring);
  const told = once.map(({ amount }) => amount);
  const untold = split(
    Math.max(update.amount - sum(told.map((amount) => amount ?? 0)), 0),
    told.map((amount) => Number(amount === null)),
  );
  const amounts = told.map((amount, index) => amount ?? untold[index]!);
  const isLess = sum(amounts) > update.amount;
  const paid = isLess ? split(update.amount, amounts) : amounts;
  // The tax of a payment for one thing is that of the payment, which may be rounded in another way than that of the line.
  const isTold = !isLess && lines.length > 1 && once.every(({ taxAmount }) => taxAmount !== null);
  const ofOnce = once.length === lines.length ? update.taxAmount : Math.min(sum(once.map(taxOf)), update.taxAmount);
  const taxes = isTold ? once.map(taxOf) : split(ofOnce, paid);
  return once.map((line, index) => ({
    key: line.key,
    of: null,
    line,
    amount: paid[index]!,
    taxAmount: taxes[index]!,
    lines: [line.key],
  }));
}

/** The id of the order of a part. That of the payment, if it has only one that is told. */
export const orderIdOf = (ref: string, part: PaymentPart, parts: readonly PaymentPart[]): string =>
  !part.isRest && parts.filter(({ isRest }) => !isRest).length === 1 ? ref : `${ref}/${part.key}`;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/**
 * Splits an amount in the proportion of the weights; evenly if they are all zero. The shares add up to the amount, and none of them shrinks
 * when the amount grows.
 */
export function split(amount: number, weights: readonly number[]): number[] {
  const shares: number[] = [];
  let [rest, weightOfRest] = [amount, sum(weights)];
  if (weightOfRest === 0)
    return weights.length === 0
      ? []
      : split(
          amount,
          weights.map(() => 1),
        );
  for (const weight of weights) {
    const share = weight === weightOfRest ? rest : Number((BigInt(rest) * BigInt(weight)) / BigInt(weightOfRest));
    shares.push(share);
    rest -= share;
    weightOfRest -= weight;
    if (weightOfRest === 0) break;
  }
  return weights.map((_, index) => shares[index] ?? 0);
}
