import { Conflict } from '#kernel';

/** How many entries of a pool may be available at most. */
export const MOST_AVAILABLE = 100_000;

/** A benefit takes its keys from one pool. */
export class BenefitHasPool extends Conflict {
  constructor() {
    super('The benefit has a pool of license keys already.');
  }
}

export class KeyPoolFull extends Conflict {
  constructor() {
    super(`A pool has at most ${MOST_AVAILABLE} available entries.`);
  }
}

export class PoolEntryClaimed extends Conflict {
  constructor() {
    super('The entry is a license key already. Revoke the license key instead.');
  }
}
