import type { TrialTrait } from './trial-traits.ts';

/** The trial of a product, identified by its subscription. */
export interface Trial {
  readonly organizationId: string;
  readonly productId: string;
  readonly subscriptionId: string;
}

/** Who had a trial of which product. Traits are kept as keyed digests only, so they cannot be read back. */
export abstract class TrialHistory {
  /**
   * Stores the traits of a trial that is about to begin, unless one of them belongs to another trial of the product; then stores
   * nothing and returns false. Of concurrent trials with a common trait, one succeeds. A claim whose subscription was never
   * stored ends after a few minutes.
   */
  abstract claim(trial: Trial, traits: readonly TrialTrait[], now: Date): Promise<boolean>;

  /** Stores the traits that are not stored yet. */
  abstract record(trial: Trial, traits: readonly TrialTrait[], now: Date): Promise<void>;

  /** Forgets a trial that did not begin. */
  abstract release(trial: Trial): Promise<void>;
}
