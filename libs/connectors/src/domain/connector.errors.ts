import { Conflict } from '#kernel';

/** How many prices a connector maps to products at most. */
export const MOST_PRICES = 10_000;

export class TooManyPrices extends Conflict {
  constructor() {
    super(`A connector maps at most ${MOST_PRICES} prices to products.`);
  }
}

/** What a seller asks for does not help with what was not delivered. */
export class RemedyNotApplicable extends Conflict {}
