import { newId } from '#kernel';
import type { KeyActivity } from '../src/domain/keys/key-activity.ts';

export interface OpenedKeyActivity {
  readonly activity: KeyActivity;
  /** Another process that counts. */
  readonly other: KeyActivity;
  /** What is stored for an organization: hour, validations, activations. */
  stored(organizationId: string): Promise<readonly (readonly [string, number, number])[]>;
  close(): Promise<void>;
}

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
      activity.count(ours, 'validations', at('10:00:00'));
      activity.count(ours, 'validations', at('10:59:59.999'));
      activity.count(ours, 'activations', at('11:00:00'));
      activity.count(theirs, 'validations', at('10:30:00'));
      other.count(ours, 'validations', at('10:15:00'));
      await Promise.all([activity.flush(), other.flush()]);
      activity.count(ours, 'activations', at('10:20:00'));
      await activity.flush();
      expect(await stored(ours)).toEqual([
        ['2026-11-01T10:00:00.000Z', 3, 1],
        ['2026-11-01T11:00:00.000Z', 0, 1],
      ]);
      expect(await stored(theirs)).toEqual([['2026-11-01T10:00:00.000Z', 1, 0]]);
    });

    test('storing again adds nothing', async () => {
      const { activity, stored } = opened;
      const ours = newId();
      activity.count(ours, 'validations', new Date('2026-11-01T10:00:00Z'));
      await activity.flush();
      await activity.flush();
      expect(await stored(ours)).toEqual([['2026-11-01T10:00:00.000Z', 1, 0]]);
    });
  });
}
