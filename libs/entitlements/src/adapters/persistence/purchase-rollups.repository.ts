import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inTransaction } from '#engine/persistence';
import { PurchaseRollups } from '../../domain/purchase-rollups.ts';
import { HISTORY_ROLLUPS, moveHistories, rebuildHistories } from './history-rollups.ts';
import { moveRows, rebuildRows, ROW_ROLLUPS } from './row-rollups.ts';

type Sql = RawBuilder<unknown>;

/** Whoever changes sums holds this lock: what is rebuilt is not rolled up at the same time. */
const LOCK = sql`hashtextextended('purchase-rollups', 0)`;

const UNROLLED = sql`entitlements.unrolled_organizations`;
/** The lists of organizations with sums that are to be made anew. */
const LISTS = [UNROLLED, ...HISTORY_ROLLUPS.map(({ unrolled }) => unrolled)];

/** Takes an organization from a list. False if it is not there. */
async function isTaken(db: Kysely<object>, organizations: Sql, organizationId: string): Promise<boolean> {
  const { rows } =
    await sql`delete from ${organizations} where organization_id = ${organizationId} returning organization_id`.execute(db);
  return rows.length > 0;
}

@Injectable()
export class SqlPurchaseRollups extends PurchaseRollups {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async rollUp(atMost: number): Promise<number> {
    if (!(await this.hasAny(...[...ROW_ROLLUPS, ...HISTORY_ROLLUPS].map(({ changes }) => changes)))) return 0;
    return inTransaction(this.em, 'sums of purchases', async (transaction) => {
      const db = transaction.getKysely<object>();
      const { rows: tried } = await sql<{ readonly has: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as has`.execute(db);
      if (!tried[0]!.has) return 0;
      let moved = 0;
      for (const rollup of HISTORY_ROLLUPS) moved += await moveHistories(db, rollup, atMost);
      for (const rollup of ROW_ROLLUPS) moved += await moveRows(db, rollup, atMost);
      return moved;
    });
  }

  async discard(organizationId?: string): Promise<void> {
    const some = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`;
    const purchased = sql`
      select organization_id from entitlements.orders where ${some} union select organization_id from entitlements.subscriptions where ${some}`;
    const listed = LISTS.map(
      (unrolled, index) => sql`${sql.ref(`list${index}`)} as (
      insert into ${unrolled} (organization_id) select organization_id from purchased on conflict do nothing)`,
    );
    await sql`with purchased as (${purchased}), ${sql.join(listed)} select from purchased limit 1`.execute(
      this.em.getKysely<object>(),
    );
  }

  async rebuildNext(atMost: number): Promise<string | null> {
    if (!(await this.hasAny(...LISTS))) return null;
    return inTransaction(this.em, 'new sums of purchases', async (transaction) => {
      const db = transaction.getKysely<object>();
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
      const { rows } = await sql<{ readonly id: string | null }>`select min(organization_id::text) as id from (
        ${sql.join(
          LISTS.map((unrolled) => sql`select organization_id from ${unrolled}`),
          sql` union all `,
        )}) as listed`.execute(db);
      const { id } = rows[0]!;
      if (id === null) return null;
      if (await isTaken(db, UNROLLED, id)) {
        for (const rollup of ROW_ROLLUPS) await rebuildRows(db, rollup, id, atMost);
      }
      for (const rollup of HISTORY_ROLLUPS) {
        if (await isTaken(db, rollup.unrolled, id)) await rebuildHistories(db, rollup, id, atMost);
      }
      return id;
    });
  }

  private async hasAny(...tables: readonly Sql[]): Promise<boolean> {
    const has = sql.join(
      tables.map((table) => sql`exists (select from ${table})`),
      sql` or `,
    );
    const { rows } = await sql<{ readonly has: boolean }>`select ${has} as has`.execute(this.em.getKysely<object>());
    return rows[0]!.has;
  }
}
