import { newId } from '#kernel';
import type { Trial, TrialHistory, TrialTrait } from '../src/domain/trial-history.ts';
import { NOW } from './purchase.builder.ts';

export interface OpenedTrialHistory {
  readonly trials: TrialHistory;
  close(): Promise<void>;
}

const aTrial = (of: Partial<Trial> = {}): Trial => ({
  organizationId: newId(),
  productId: newId(),
  subscriptionId: newId(),
  ...of,
});
const again = (trial: Trial): Trial => ({ ...trial, subscriptionId: newId() });
const ADA: TrialTrait = { kind: 'email', value: 'ada@example.com' };
const CARD: TrialTrait = { kind: 'payment', value: 'card-1' };
const LAPTOP: TrialTrait = { kind: 'device', value: 'laptop' };

/** The contract of every implementation of the port. */
export function trialHistoryContract(storage: string, open: () => Promise<OpenedTrialHistory>): void {
  describe(`trials in ${storage}`, () => {
    let opened: OpenedTrialHistory;
    let trials: TrialHistory;
    beforeAll(async () => {
      opened = await open();
      trials = opened.trials;
    });
    afterAll(() => opened.close());

    test('a trait has one trial of a product; a rejected claim stores nothing', async () => {
      const trial = aTrial();
      expect(await trials.claim(trial, [ADA, CARD], NOW)).toBe(true);
      expect(await trials.claim(again(trial), [LAPTOP, CARD], NOW)).toBe(false);
      expect(await trials.claim(again(trial), [LAPTOP], NOW)).toBe(true);
      expect(await trials.claim(again(trial), [{ kind: 'device', value: ADA.value }], NOW)).toBe(true);
    });

    test('other products and other organizations have trials of their own', async () => {
      const trial = aTrial();
      for (const each of [trial, { ...trial, productId: newId() }, { ...trial, organizationId: newId() }]) {
        expect(await trials.claim(each, [ADA], NOW)).toBe(true);
      }
    });

    test('of ten concurrent claims with a common trait, one succeeds', async () => {
      const trial = aTrial();
      const claims = Array.from({ length: 10 }, (_, index) => {
        const own: TrialTrait = { kind: 'device', value: `device-${index}` };
        return trials.claim(again(trial), index % 2 ? [own, ADA] : [ADA, own], NOW);
      });
      expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
    });

    test('a released trial may be claimed again; recorded traits count', async () => {
      const trial = aTrial();
      await trials.claim(trial, [ADA], NOW);
      await trials.release(trial);
      expect(await trials.claim(trial, [ADA], NOW)).toBe(true);
      await trials.record(trial, [ADA, LAPTOP], NOW);
      expect(await trials.claim(again(trial), [LAPTOP], NOW)).toBe(false);
    });
  });
}
