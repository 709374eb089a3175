import { newId, NotPermitted, ResourceNotFound } from '#kernel';
import type { Benefits } from '../src/domain/benefits.ts';
import { aBenefit, ORGANIZATION, OTHER_ORGANIZATION } from './benefit.builder.ts';

export interface OpenedBenefits {
  readonly benefits: Benefits;
  /** Names and payloads of the recorded events of a benefit, oldest first. */
  eventsOf(id: string): Promise<{ name: string; payload: object }[]>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00Z');
const OURS = [ORGANIZATION];
const LIMITED = { prefix: ' ACME ', expires: null, activations: { limit: 3, enableCustomerAdmin: true }, limitUsage: 5 };

/** The contract of every implementation of the port, for benefits. */
export function benefitsContract(storage: string, open: () => Promise<OpenedBenefits>): void {
  describe(`benefits in ${storage}`, () => {
    let opened: OpenedBenefits;
    let benefits: Benefits;
    beforeAll(async () => {
      opened = await open();
      benefits = opened.benefits;
    });
    afterAll(() => opened.close());

    const stored = async (builder = aBenefit()): Promise<string> => {
      const benefit = builder.newUnsaved();
      await benefits.add(benefit);
      return benefit.id;
    };
    const lookUp = (id: string, organizations: readonly string[] = OURS) => benefits.change({ id, organizations }, (b) => b.id);

    test('a benefit is stored together with its created event', async () => {
      const id = await stored();
      expect(await lookUp(id)).toBe(id);
      expect(await opened.eventsOf(id)).toEqual([{ name: 'benefit.created', payload: { type: 'license_keys' } }]);
    });

    test('a change is visible to the next change', async () => {
      const id = await stored();
      const change = (a: boolean) =>
        benefits.change({ id, organizations: OURS }, (benefit) => {
          benefit.update({ type: 'license_keys', properties: LIMITED, metadata: { __proto__: 1, a } }, NOW);
          return 'done';
        });
      expect(await change(true)).toBe('done');
      await change(false);
      expect((await opened.eventsOf(id)).slice(1)).toEqual([
        {
          name: 'benefit.updated',
          payload: {
            type: 'license_keys',
            is_deleted: false,
            license_key_terms_changed: true,
            license_key_expiry_changed: false,
            license_key_quantity_changed: false,
          },
        },
        {
          name: 'benefit.updated',
          payload: {
            type: 'license_keys',
            is_deleted: false,
            license_key_terms_changed: false,
            license_key_expiry_changed: false,
            license_key_quantity_changed: false,
          },
        },
      ]);
    });

    test('changes of one benefit wait for each other', async () => {
      const id = await stored();
      const change = (n: number) =>
        benefits.change({ id, organizations: OURS }, (benefit) =>
          benefit.update({ type: 'license_keys', properties: LIMITED, metadata: { n } }, NOW),
        );
      await Promise.all(Array.from({ length: 10 }, (_, n) => change(n)));
      const events = (await opened.eventsOf(id)).slice(1);
      const changed = events.filter(({ payload }) => 'license_key_terms_changed' in payload && payload.license_key_terms_changed);
      expect([events.length, changed.length]).toEqual([10, 1]);
    });

    test('a rejected change stores nothing', async () => {
      const id = await stored(aBenefit().undeletable());
      await expect(benefits.change({ id, organizations: OURS }, (benefit) => benefit.delete(NOW))).rejects.toThrow(NotPermitted);
      expect(await lookUp(id)).toBe(id);
      expect(await opened.eventsOf(id)).toHaveLength(1);
    });

    test('unknown, foreign and deleted benefits are not found', async () => {
      const foreign = await stored(aBenefit().of(OTHER_ORGANIZATION));
      const deleted = await stored();
      await benefits.change({ id: deleted, organizations: OURS }, (benefit) => benefit.delete(NOW));
      for (const id of [newId(), foreign, deleted]) await expect(lookUp(id)).rejects.toThrow(ResourceNotFound);
      await expect(lookUp(foreign, [])).rejects.toThrow(ResourceNotFound);
      expect(await lookUp(foreign, [ORGANIZATION, OTHER_ORGANIZATION])).toBe(foreign);
    });
  });
}
