/** What a provider charged: with tax, and what of it was paid. */
export interface Charged {
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
