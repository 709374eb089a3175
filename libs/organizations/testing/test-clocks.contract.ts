import { ValidationFailed } from '#kernel';
import type { TestClocks } from '../src/domain/test-clocks.ts';

export interface OpenedTestClocks {
  readonly clocks: TestClocks;
  /** Creates an organization and returns its id. */
  newOrganization(): Promise<string>;
  /** Deletes the clock of an organization, as the worker does with a deleted sandbox. */
  forget(organizationId: string): Promise<unknown>;
  close(): Promise<void>;
}

const AT = new Date('2026-11-24T12:00:00.123Z');
const DAY = 86_400;

/** The contract of every implementation of the port. */
export function testClocksContract(storage: string, open: () => Promise<OpenedTestClocks>): void {
  describe(`test clocks in ${storage}`, () => {
    let opened: OpenedTestClocks;
    let clocks: TestClocks;
    beforeAll(async () => {
      opened = await open();
      clocks = opened.clocks;
    });
    afterAll(() => opened.close());

    const advance = (organizationId: string, seconds: number) =>
      clocks.change(organizationId, (clock) => clock.advance({ seconds }, AT));
    const stateOf = (organizationId: string) =>
      clocks.change(organizationId, ({ snapshot: { aheadMs, status, advancedAt } }) => ({ aheadMs, status, advancedAt }));

    test('a clock is stored with its first move; a move that is refused stores nothing', async () => {
      const id = await opened.newOrganization();
      await expect(advance(id, -1)).rejects.toThrow(ValidationFailed);
      expect((await clocks.movedSince(0)).map(({ organizationId }) => organizationId)).not.toContain(id);
      await advance(id, DAY);
      expect(await stateOf(id)).toEqual({ aheadMs: DAY * 1000, status: 'advancing', advancedAt: AT });
    });

    test('of ten concurrent moves of one clock, all are made; later moves of any clock have higher numbers', async () => {
      const [id, other] = [await opened.newOrganization(), await opened.newOrganization()];
      await Promise.all(Array.from({ length: 10 }, () => advance(id, DAY)));
      const moved = (await clocks.movedSince(0)).find(({ organizationId }) => organizationId === id);
      expect(moved!.aheadMs).toBe(10 * DAY * 1000);
      await advance(other, DAY);
      const since = await clocks.movedSince(moved!.revision);
      expect(since).toEqual([{ organizationId: other, aheadMs: DAY * 1000, revision: expect.any(Number) }]);
      expect(await clocks.movedSince(since[0]!.revision)).toEqual([]);
    });

    test('a move has a higher number than that of a clock that was deleted', async () => {
      const [deleted, id] = [await opened.newOrganization(), await opened.newOrganization()];
      await advance(deleted, DAY);
      const { revision } = (await clocks.movedSince(0)).at(-1)!;
      await opened.forget(deleted);
      await advance(id, DAY);
      expect((await clocks.movedSince(revision)).map(({ organizationId }) => organizationId)).toEqual([id]);
    });

    test('a clock is ready when its last move is settled, and not when an earlier one is', async () => {
      const id = await opened.newOrganization();
      const lastMove = async () => (await clocks.movedSince(0)).find(({ organizationId }) => organizationId === id)!;
      await advance(id, DAY);
      const first = await lastMove();
      await advance(id, DAY);
      const last = await lastMove();
      await clocks.settle(first);
      expect((await stateOf(id)).status).toBe('advancing');
      await clocks.settle(await lastMove());
      expect((await stateOf(id)).status).toBe('ready');
      expect(last.revision).toBeGreaterThan(first.revision);
    });
  });
}
