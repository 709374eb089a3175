import { type Trial, TrialHistory } from '../src/domain/trial-history.ts';
import type { TrialTrait } from '../src/domain/trial-traits.ts';

/** Trials in a map, for tests of handlers. No claim is ever abandoned. */
export class InMemoryTrialHistory extends TrialHistory {
  private readonly trials = new Map<string, string>();

  async claim(trial: Trial, traits: readonly TrialTrait[]): Promise<boolean> {
    if (traits.some((trait) => this.trials.has(keyOf(trial, trait)))) return false;
    await this.record(trial, traits);
    return true;
  }

  async record(trial: Trial, traits: readonly TrialTrait[]): Promise<void> {
    for (const trait of traits) {
      const key = keyOf(trial, trait);
      if (!this.trials.has(key)) this.trials.set(key, trial.subscriptionId);
    }
  }

  async release({ subscriptionId }: Trial): Promise<void> {
    for (const [key, id] of this.trials) if (id === subscriptionId) this.trials.delete(key);
  }
}

const keyOf = ({ organizationId, productId }: Trial, { kind, value }: TrialTrait): string =>
  [organizationId, productId, kind, value].join('/');
