import { newId } from '#kernel';
import type { KeyActivity, KeyUse } from '../src/domain/keys/key-activity.ts';
import type { StoredUses } from './stored-uses.ts';

export interface OpenedKeyActivity {
  readonly activity: KeyActivity;
  /** Another process that counts. */
  readonly other: KeyActivity;
  /** What is stored for an organization: hour, validations, activations. */
  stored(organizationId: string): Promise<readonly (readonly [string, number, number])[]>;
  /** The same by benefit and version. */
  uses(organizationId: string): Promise<readonly StoredUses[]>;
  close(): Promise<void>;
}

const benefitId = newId();
const use = (organizationId: string, kind: KeyUse['kind'], version: string | null = null): KeyUse => ({
  organizationId,
  kind,
  benefitId,
  version,
});

/** The contract of every implementation of the port. */
export function keyActivityContract(storage: string, open: () => Promise<OpenedKeyActivity>): void {
  describe(`activity of keys in ${storage}`, () => {
    let opened: OpenedKeyActivity;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    test('uses are added up by organization and hour, also of several processes', async () => {
      const { activity, other, stored } = opened;
      const [ours, theirs] = [newId(), newId()];
      const at = (time: string) => new Date(`2026-11-01T${time}Z`);
      activity.count(use(ours, 'validations'), at('10:00:00'));
      activity.count(use(ours, 'validations'), at('10:59:59.999'));
      activity.count(use(ours, 'activations'), at('11:00:00'));
      activity.count(use(theirs, 'validations'), at('10:30:00'));
      other.count(use(ours, 'validations'), at('10:15:00'));
      await Promise.all([activity.flush(), other.flush()]);
      activity.count(use(ours, 'activations'), at('10:20:00'));
      await activity.flush();
      expect(await stored(ours)).toEqual([
        ['2026-11-01T10:00:00.000Z', 3, 1],
        ['2026-11-01T11:00:00.000Z', 0, 1],
      ]);
      expect(await stored(theirs)).toEqual([['2026-11-01T10:00:00.000Z', 1, 0]]);
    });

    test('uses are added up by version, and no more than 50 versions of a benefit in an hour are told apart', async () => {
      const { activity, other, uses } = opened;
      const ours = newId();
      const at = new Date('2026-11-02T10:30:00Z');
      for (const counting of [activity, other]) counting.count(use(ours, 'validations', '2.1'), at);
      activity.count(use(ours, 'activations'), at);
      await Promise.all([activity.flush(), other.flush()]);
      const hour = '2026-11-02T10:00:00.000Z';
      const first = [
        ['activations', hour, benefitId, '', 1],
        ['validations', hour, benefitId, '2.1', 2],
      ];
      expect(await uses(ours)).toEqual(first);
      const later = new Date('2026-11-02T11:00:00Z');
      for (let version = 0; version < 60; version += 1) activity.count(use(ours, 'validations', `1.${version}`), later);
      await activity.flush();
      const counted = (await uses(ours)).slice(first.length);
      expect([counted.length, counted[0]]).toEqual([51, ['validations', later.toISOString(), benefitId, '', 10]]);
    });

    test('storing again adds nothing', async () => {
      const { activity, stored } = opened;
      const ours = newId();
      activity.count(use(ours, 'validations'), new Date('2026-11-01T10:00:00Z'));
      await activity.flush();
      await activity.flush();
      expect(await stored(ours)).toEqual([['2026-11-01T10:00:00.000Z', 1, 0]]);
    });
  });
}
