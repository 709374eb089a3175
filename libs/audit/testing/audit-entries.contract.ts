import { randomUUID } from 'node:crypto';
import { DeleteOldAuditEntries, DeleteOldAuditEntriesHandler } from '../src/commands/delete-old-audit-entries.ts';
import { EraseAuditEntries, EraseAuditEntriesHandler } from '../src/commands/erase-audit-entries.ts';
import type { AuditEntries } from '../src/domain/audit-entries.ts';

interface StoredEntry {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string | null;
  readonly actorType: string;
  readonly createdAt: Date;
  readonly address: string | null;
  readonly changes: object | null;
}

export interface OpenedAuditEntries {
  readonly entries: AuditEntries;
  add(entries: readonly StoredEntry[]): Promise<void>;
  ofOrganization(id: string): Promise<StoredEntry[]>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00.000Z');
const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

const entry = (organizationId: string, attributes: Partial<StoredEntry> = {}): StoredEntry => ({
  id: randomUUID(),
  organizationId,
  customerId: null,
  actorType: 'user',
  createdAt: NOW,
  address: '192.0.2.1',
  changes: { name: { before: null, after: 'Ada' } },
  ...attributes,
});

/** The contract of every implementation of the port. */
export function auditEntriesContract(storage: string, open: () => Promise<OpenedAuditEntries>): void {
  describe(`audit entries in ${storage}`, () => {
    let opened: OpenedAuditEntries;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    test('erasing takes the values from all entries about a customer, and the addresses of its side', async () => {
      const [ours, theirs, customerId] = [randomUUID(), randomUUID(), randomUUID()];
      const own = Array.from({ length: 1_001 }, () => entry(ours, { customerId }));
      const byMember = entry(ours, { customerId, actorType: 'member', changes: null });
      const others = [entry(ours, { customerId: randomUUID() }), entry(ours), entry(theirs, { customerId })];
      await opened.add([...own, byMember, ...others]);
      await new EraseAuditEntriesHandler(opened.entries).execute(new EraseAuditEntries(ours, customerId));
      const left = [...(await opened.ofOrganization(ours)), ...(await opened.ofOrganization(theirs))];
      const erased = left.filter((each) => each.customerId === customerId && each.organizationId === ours);
      expect(erased.filter(({ changes }) => changes !== null)).toEqual([]);
      expect(erased.filter(({ address }) => address === null).map(({ id }) => id)).toEqual([byMember.id]);
      expect(
        left
          .filter(({ changes }) => changes !== null)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(others.map(({ id }) => id).sort());
      expect(await opened.entries.eraseSome(ours, customerId)).toBe(0);
    });

    test('deleting takes what is older than so many days, until it is stopped', async () => {
      const ours = randomUUID();
      const old = Array.from({ length: 1_005 }, () => entry(ours, { createdAt: daysAgo(401) }));
      const kept = [entry(ours, { createdAt: daysAgo(400) }), entry(ours)];
      await opened.add([...old, ...kept]);
      const handler = new DeleteOldAuditEntriesHandler(opened.entries, { now: () => NOW });
      await handler.execute(new DeleteOldAuditEntries(400, AbortSignal.abort()));
      expect(await opened.ofOrganization(ours)).toHaveLength(1_007);
      await handler.execute(new DeleteOldAuditEntries(400));
      expect((await opened.ofOrganization(ours)).map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort());
    });
  });
}
