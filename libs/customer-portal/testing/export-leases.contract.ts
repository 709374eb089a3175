import { newId } from '#kernel';
import type { ExportLease, ExportLeases } from '../src/domain/export-leases.ts';

export interface OpenedExportLeases {
  readonly leases: ExportLeases;
  /** Opens a session and returns its id. */
  session(): Promise<string>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00Z');
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

/** The contract of every implementation of the port. */
export function exportLeasesContract(storage: string, open: () => Promise<OpenedExportLeases>): void {
  describe(`export leases in ${storage}`, () => {
    let opened: OpenedExportLeases;
    let leases: ExportLeases;
    beforeAll(async () => {
      opened = await open();
      leases = opened.leases;
    });
    afterAll(() => opened.close());

    const leaseOf = (sessionId: string, seconds = 60): ExportLease => ({ id: newId(), sessionId, expiresAt: after(seconds) });

    test('a session has one lease at a time, until it is returned', async () => {
      const session = await opened.session();
      const [first, second] = [leaseOf(session), leaseOf(session)];
      expect(await leases.acquire(first, NOW)).toBeNull();
      expect(await leases.acquire(second, after(1))).toEqual(first.expiresAt);
      await leases.release(first);
      expect(await leases.acquire(second, after(1))).toBeNull();
    });

    test('of many attempts at the same time one succeeds', async () => {
      const session = await opened.session();
      const results = await Promise.all(Array.from({ length: 8 }, () => leases.acquire(leaseOf(session), NOW)));
      expect(results.filter((busyUntil) => busyUntil === null)).toHaveLength(1);
    });

    test('sessions do not affect each other', async () => {
      const [one, other] = [await opened.session(), await opened.session()];
      expect([await leases.acquire(leaseOf(one), NOW), await leases.acquire(leaseOf(other), NOW)]).toEqual([null, null]);
    });

    test('a lease ends at the instant of its expiry, unless it was extended', async () => {
      const session = await opened.session();
      const lease = leaseOf(session, 60);
      await leases.acquire(lease, NOW);
      await leases.extend({ ...lease, expiresAt: after(90) });
      expect(await leases.acquire(leaseOf(session), after(60))).toEqual(after(90));
      expect(await leases.acquire(leaseOf(session, 200), after(90))).toBeNull();
    });

    test('an expired lease can neither be extended nor returned once the session has another one', async () => {
      const session = await opened.session();
      const [expired, current] = [leaseOf(session, 60), leaseOf(session, 120)];
      await leases.acquire(expired, NOW);
      await leases.acquire(current, after(60));
      await leases.extend({ ...expired, expiresAt: after(500) });
      await leases.release(expired);
      expect(await leases.acquire(leaseOf(session), after(61))).toEqual(current.expiresAt);
    });
  });
}
