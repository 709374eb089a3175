import type { SingleRefund, SingleRefunds } from './facts.ts';

/** What is known about the refunds of a payment. */
interface Refunds {
  readonly totals: { readonly [total: string]: number };
  readonly single?: SingleRefunds;
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
  return Object.keys(single).length > 0 ? { totals, single } : { totals };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

/**
 * What was refunded, and what failed. A total contains what failed, unless it was told about after that; the single refunds may not all
 * be known. What they have in common is the larger one of what each of them proves.
 */
export function refundedIn(refunds: readonly Refunds[]): { readonly total: number; readonly failed: number } {
  const each = refunds.flatMap(({ totals, single = {} }) =>
    [...new Set([...Object.keys(totals), ...Object.keys(single)])].map((id) => {
      const known = Object.values(single[id] ?? {});
      const amountOf = (failed: boolean) =>
        sum(known.filter(({ hasFailed }) => hasFailed === failed).map(({ amount }) => amount));
      const failed = amountOf(true);
      return { total: Math.max(amountOf(false), (totals[id] ?? 0) - failed), failed };
    }),
  );
  return { total: sum(each.map(({ total }) => total)), failed: sum(each.map(({ failed }) => failed)) };
}
