const HIGHEST_LIMIT = 2_147_483_647;

/** What a purchase of several pieces brings: one key, a key for each, or one key with the devices of all. */
export type QuantityRule = 'one' | 'each' | 'devices';

/** The purchase that a grant comes from. */
export interface Purchase {
  readonly orderId: string | null;
  readonly subscriptionId: string | null;
}

/** How many devices the key of a grant allows that stands for so many pieces. */
export function devicesOf(limit: number | null, rule: QuantityRule, quantity: number): number | null {
  return limit === null || rule !== 'devices' ? limit : Math.min(limit * quantity, HIGHEST_LIMIT);
}

/** The quantity of a grant, if one key is all that it brings; else 1. */
export const ignoredOf = (limit: number | null, rule: QuantityRule, quantity: number): number =>
  rule === 'devices' && limit !== null ? 1 : quantity;
