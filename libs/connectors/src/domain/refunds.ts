import type { RefundsOfLines, SingleRefund, SingleRefunds } from './provider-updates.ts';
import { type PaymentPart, split } from './payment-parts.ts';

/** What is known about the refunds of a payment. */
interface Refunds {
  readonly totals: { readonly [total: string]: number };
  readonly single?: SingleRefunds;
  readonly ofLines?: RefundsOfLines;
}

/** The highest totals, and every refund that was told about. */
export function withRefunds(before: Refunds, told: Refunds): Refunds {
  const totals = { ...before.totals };
  for (const [id, total] of Object.entries(told.totals)) totals[id] = Math.max(total, totals[id] ?? 0);
  const single = { ...before.single };
  for (const [of, refunds] of Object.entries(told.single ?? {})) {
    const known: Record<string, SingleRefund> = { ...single[of] };
    for (const [id, { amount, hasFailed }] of Object.entries(refunds)) {
      known[id] = { amount: Math.max(amount, known[id]?.amount ?? 0), hasFailed: hasFailed || (known[id]?.hasFailed ?? false) };
    }
    single[of] = known;
  }
  const ofLines = { ...before.ofLines, ...told.ofLines };
  return {
    totals,
    ...(Object.keys(single).length > 0 ? { single } : {}),
    ...(Object.keys(ofLines).length > 0 ? { ofLines } : {}),
  };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

interface Refunded {
  readonly total: number;
  readonly failed: number;
}

/**
 * What was refunded, and what failed. A total contains what failed, unless it was told about after that; the single refunds may not all
 * be known. What they have in common is the larger one of what each of them proves.
 */
export function refundedIn(refunds: readonly Refunds[]): Refunded {
  const each = totalsOf(refunds);
  return { total: sum(each.map(({ total }) => total)), failed: sum(each.map(({ failed }) => failed)) };
}

interface Total extends Refunded {
  /** The single amounts of which it consists, if all of them are known. */
  readonly amounts: readonly number[];
  readonly ofLines: { readonly [line: string]: number };
}

const totalsOf = (refunds: readonly Refunds[]): readonly Total[] =>
  refunds.flatMap(({ totals, single = {}, ofLines = {} }) =>
    [...new Set([...Object.keys(totals), ...Object.keys(single)])].map((id) => {
      const known = Object.values(single[id] ?? {});
      const amountsOf = (failed: boolean) => known.filter(({ hasFailed }) => hasFailed === failed).map(({ amount }) => amount);
      const failed = sum(amountsOf(true));
      const total = Math.max(sum(amountsOf(false)), (totals[id] ?? 0) - failed);
      const amounts = sum(amountsOf(false)) === total ? amountsOf(false) : [total];
      return { total, failed, amounts, ofLines: ofLines[id] ?? {} };
    }),
  );

/**
 * What was refunded of each part of a payment. What the provider says to be of a line is; what is exactly the price of one part is of
 * that part; everything else is of all parts in proportion.
 */
export function refundedOfParts(refunds: readonly Refunds[], parts: readonly PaymentPart[]): readonly Refunded[] {
  const prices = parts.map(({ amount, taxAmount }) => amount + taxAmount);
  const refunded = parts.map(() => 0);
  const add = (shares: readonly number[]): void => shares.forEach((share, index) => (refunded[index]! += share));
  let ofAll = 0;
  const totals = totalsOf(refunds);
  for (const { total, amounts, ofLines } of totals) {
    const told = parts.map(({ lines }) => sum(lines.map((line) => ofLines[line] ?? 0)));
    if (sum(told) > 0) {
      add(split(total, told));
      continue;
    }
    for (const amount of amounts) {
      const only = prices.indexOf(amount);
      if (only >= 0 && prices.lastIndexOf(amount) === only && refunded[only] === 0) refunded[only] = amount;
      else ofAll += amount;
    }
  }
  add(
    split(
      ofAll,
      prices.map((price, index) => Math.max(price - refunded[index]!, 0)),
    ),
  );
  const failed = sum(totals.map((total) => total.failed));
  return spill(refunded, prices).map((total, index) => ({ total, failed: Math.min(failed, prices[index]!) }));
}

/** What is more than the price of a part is of the others. */
function spill(refunded: readonly number[], prices: readonly number[]): number[] {
  let rest = sum(refunded.map((total, index) => Math.max(total - prices[index]!, 0)));
  return refunded.map((total, index) => {
    const capped = Math.min(total, prices[index]!);
    const more = Math.min(rest, prices[index]! - capped);
    rest -= more;
    return capped + more;
  });
}
