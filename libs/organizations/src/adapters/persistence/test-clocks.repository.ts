import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { inTransaction, pgPool, recordAction } from '#engine/persistence';
import { TestClock } from '../../domain/test-clock.ts';
import { type ClockMove, TestClocks } from '../../domain/test-clocks.ts';
import { TestClockMapping } from './test-clock.mapping.ts';

/** Moves are made one after the other, so that they are committed in the order of their numbers. */
const ONE_AT_A_TIME = `select pg_advisory_xact_lock(hashtext('organizations.test_clocks'))`;

/** Numbers are not used again after the clock with the highest one was deleted, nor are those that a process of the last release gave. */
const WRITE = `insert into organizations.test_clocks as c (organization_id, ahead_ms, status, advanced_at, revision)
  select ?, ?, ?, ?, setval('organizations.test_clock_revisions',
    greatest(nextval('organizations.test_clock_revisions'), coalesce(max(revision), 0) + 1))
  from organizations.test_clocks
  on conflict (organization_id) do update
  set ahead_ms = excluded.ahead_ms, status = excluded.status, advanced_at = excluded.advanced_at, revision = excluded.revision`;

const MOVED_SINCE = {
  name: 'test-clocks-moved-since',
  text: `select organization_id as "organizationId", ahead_ms::float8 as "aheadMs", revision::float8 as revision
    from organizations.test_clocks where revision > $1::bigint order by revision`,
};

const SETTLE = `update organizations.test_clocks set status = 'ready' where organization_id = $1 and revision = $2`;

@Injectable()
export class MikroOrmTestClocks extends TestClocks {
  constructor(private readonly em: EntityManager) {
    super();
  }

  change<T>(organizationId: string, by: (clock: TestClock) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'TestClock', async (transaction) => {
      await transaction.execute(ONE_AT_A_TIME);
      const found = await transaction.findOne(TestClockMapping, { organizationId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const clock = found
        ? TestClock.fromState({ ...found, id: organizationId, advancedAt: found.advancedAt ?? null })
        : TestClock.create(organizationId);
      const outcome = by(clock);
      const { aheadMs, status, advancedAt } = clock.snapshot;
      await transaction.execute(WRITE, [organizationId, aheadMs, status, advancedAt]);
      const resource = { type: 'test_clock', id: organizationId, organizationId, customerId: null };
      await recordAction(transaction, resource, { ahead_seconds: aheadMs / 1000 });
      return outcome as T;
    });
  }

  async movedSince(revision: number): Promise<readonly ClockMove[]> {
    const pool = await pgPool(this.em);
    return (await pool.query<ClockMove>({ ...MOVED_SINCE, values: [revision] })).rows;
  }

  async settle({ organizationId, revision }: ClockMove): Promise<void> {
    const pool = await pgPool(this.em);
    await pool.query(SETTLE, [organizationId, revision]);
  }
}
