import { newId } from '#kernel';
import { EmailChange } from '../src/domain/email-change.ts';
import type { EmailChanges } from '../src/domain/email-changes.ts';

export interface OpenedEmailChanges {
  readonly changes: EmailChanges;
  /** The names of the recorded events of a change, oldest first. */
  eventsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00.000Z');
const digestOf = (token: string): Buffer => Buffer.from(token);

/** The contract of every implementation of the port. */
export function emailChangesContract(storage: string, open: () => Promise<OpenedEmailChanges>): void {
  describe(`email changes in ${storage}`, () => {
    let opened: OpenedEmailChanges;
    let changes: EmailChanges;
    beforeAll(async () => {
      opened = await open();
      changes = opened.changes;
    });
    afterAll(() => opened.close());

    const ofCustomer = (customerId: string = newId(), requestedAt = NOW): EmailChange =>
      EmailChange.create(
        { organizationId: newId(), customerId, email: 'New@example.com', previousEmail: 'old@example.com' },
        requestedAt,
      );
    const again = ({ snapshot }: EmailChange): EmailChange => EmailChange.create(snapshot, NOW);

    test('a change is stored as it is, found by its token, and changes with its events', async () => {
      const change = ofCustomer();
      await changes.replace(change);
      expect((await changes.find(change.id))?.snapshot).toEqual(change.snapshot);
      const token = newId();
      expect(await changes.findByToken([digestOf(token)])).toBeNull();
      await changes.change(change.id, (each) => each.issueToken(digestOf(token), NOW));
      expect(await changes.findByToken([digestOf(newId()), digestOf(token)])).toMatchObject({ id: change.id });
      expect(await changes.findByToken([])).toBeNull();
      await changes.change(change.id, (each) => each.complete(NOW));
      expect(await changes.findByToken([digestOf(token)])).toBeNull();
      expect(await changes.find(change.id)).toMatchObject({ isCompleted: true });
      expect(await opened.eventsOf(change.id)).toEqual(['email_change.requested', 'email_change.completed']);
    });

    test('two calls that complete a change at once: one does', async () => {
      const change = ofCustomer();
      await changes.replace(change);
      const outcomes = await Promise.all([1, 2, 3].map(() => changes.change(change.id, (each) => each.complete(NOW))));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
    });

    test('a customer has one change, also when several are requested at once', async () => {
      const first = ofCustomer();
      await changes.replace(first);
      const further = [again(first), again(first), again(first)];
      await Promise.all(further.map((each) => changes.replace(each)));
      const found = await Promise.all([first, ...further].map(({ id }) => changes.find(id)));
      expect(found.filter((each) => each !== null)).toHaveLength(1);
      expect(await changes.change(first.id, () => true)).toBeNull();
    });

    test('changes of a customer, and old ones, are deleted', async () => {
      const [own, old, other] = [ofCustomer(), ofCustomer(newId(), new Date(NOW.getTime() - 1)), ofCustomer()];
      for (const each of [own, old, other]) await changes.replace(each);
      await changes.deleteOfCustomer(own.organizationId, own.snapshot.customerId);
      await changes.deleteBefore(NOW);
      expect(await Promise.all([own, old, other].map(async ({ id }) => (await changes.find(id)) !== null))).toEqual([
        false,
        false,
        true,
      ]);
    });
  });
}
