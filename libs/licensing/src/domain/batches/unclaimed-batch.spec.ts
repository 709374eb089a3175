import { randomUUID } from 'node:crypto';
import { NOW, secondsAfterNow } from '../../../testing/license-key.builder.ts';
import { LicenseKey } from '../keys/license-key.ts';
import { type FreeEntry, PoolContents, PoolEntryClaimed } from '../pools/pool-contents.ts';
import { UnclaimedBatch } from './unclaimed-batch.ts';

const ENTRY = { id: randomUUID(), key: 'ACME-1' };

function batch(claimUntil: Date | null = null): UnclaimedBatch {
  const made = UnclaimedBatch.create(
    { organizationId: randomUUID(), benefitId: randomUUID(), name: 'Boxes', claimUntil },
    [],
    NOW,
  );
  const contents = new PoolContents([], new Map([[ENTRY.id, ENTRY]]), new Set());
  return UnclaimedBatch.restore({ ...made.snapshot, size: 1 }, contents);
}

const create = (entry: FreeEntry): LicenseKey => {
  const owner = { organizationId: randomUUID(), customerId: randomUUID(), benefitId: randomUUID(), memberId: null };
  return LicenseKey.create({ ...owner, ...entry, limitActivations: null, limitUsage: null, expiresAt: null }, NOW);
};

test('an entry becomes a license key once', () => {
  const claimed = batch();
  const key = claimed.claim(ENTRY.id, create, NOW);
  expect([key.id, claimed.snapshot.claimed]).toEqual([ENTRY.id, 1]);
  expect(() => claimed.claim(ENTRY.id, create, NOW)).toThrow(PoolEntryClaimed);
});

test('a stopped batch refuses to be claimed, until it is resumed; it was stopped when it was first stopped', () => {
  const stopped = batch();
  stopped.update({ isStopped: true }, NOW);
  stopped.update({ isStopped: true, name: 'Cards' }, secondsAfterNow(60));
  expect(stopped.snapshot).toMatchObject({ stoppedAt: NOW, name: 'Cards' });
  expect(() => stopped.claim(ENTRY.id, create, NOW)).toThrow(expect.objectContaining({ code: 'DISABLED' }));
  stopped.update({ isStopped: false }, NOW);
  expect(stopped.claim(ENTRY.id, create, NOW).id).toBe(ENTRY.id);
});

test('keys can be claimed until the batch is over', () => {
  expect(() => batch(NOW).claim(ENTRY.id, create, NOW)).toThrow(expect.objectContaining({ code: 'EXPIRED' }));
  expect(batch(secondsAfterNow(1)).claim(ENTRY.id, create, NOW).id).toBe(ENTRY.id);
});
