import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { recordEvents } from '#engine/outbox';
import { inTransaction, pgPool } from '#engine/persistence';
import { LicenseKeyRefusalsRisen } from '../../domain/keys/rising-refusals.events.ts';
import {
  isRise,
  type RefusalCount,
  RISES_TOLD_AFTER_MS,
  RisingRefusals,
  riseOf,
  USUAL_DAYS,
} from '../../domain/keys/rising-refusals.ts';

const DAY_MS = 86_400_000;

const DUE = `select id from unnest($1::uuid[]) as id
  where exists (select from licensing.key_uses_since where since <= $3)
    and not exists (select from licensing.told_refusal_rises t where t.organization_id = id and t.told_at > $2)`;
const SUMS = `coalesce(sum(count) filter (where hour > $2), 0)::int as "lastDay", coalesce(sum(count) filter (where hour <= $2), 0)::int as before
  from licensing.key_uses where organization_id = any($1::uuid[]) and kind = 'refusals' and hour > $3 and hour <= $4`;
const OF_ORGANIZATIONS = `select organization_id as id, ${SUMS} group by organization_id order by organization_id`;
const OF_ONE = `select benefit_id as "benefitId", detail as code, ${SUMS} group by benefit_id, detail`;

/** Whoever comes second waits for the row, and finds that it was told. */
const BEGIN = `insert into licensing.told_refusal_rises (organization_id, told_at) values (?, '-infinity') on conflict do nothing`;
const LOCK = 'select from licensing.told_refusal_rises where organization_id = ? and told_at <= ? for update';
const TOLD = 'update licensing.told_refusal_rises set told_at = ? where organization_id = ?';

@Injectable()
export class PgRisingRefusals extends RisingRefusals {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async due(organizationIds: readonly string[], at: Date): Promise<readonly string[]> {
    if (organizationIds.length === 0) return [];
    const pool = await pgPool(this.em);
    const { begin, dayAgo } = daysBefore(at);
    const { rows: untold } = await pool.query<{ id: string }>(DUE, [organizationIds, toldBefore(at), begin]);
    if (untold.length === 0) return [];
    const values = [untold.map(({ id }) => id), dayAgo, begin, at];
    const { rows } = await pool.query<Pick<RefusalCount, 'lastDay' | 'before'> & { id: string }>(OF_ORGANIZATIONS, values);
    return rows.filter(isRise).map(({ id }) => id);
  }

  async tell(organizationId: string, at: Date): Promise<void> {
    const pool = await pgPool(this.em);
    const { begin, dayAgo } = daysBefore(at);
    const { rows } = await pool.query<RefusalCount>(OF_ONE, [[organizationId], dayAgo, begin, at]);
    const rise = riseOf(rows);
    if (!rise) return;
    await inTransaction(this.em, 'RisingRefusals', async (transaction) => {
      await transaction.execute(BEGIN, [organizationId]);
      const [due] = await transaction.execute<object[]>(LOCK, [organizationId, toldBefore(at)]);
      if (!due) return;
      await transaction.execute(TOLD, [at, organizationId]);
      await recordEvents(transaction, [new LicenseKeyRefusalsRisen(organizationId, at, rise)]);
    });
  }
}

const daysBefore = (at: Date) => ({
  begin: new Date(at.getTime() - (USUAL_DAYS + 1) * DAY_MS),
  dayAgo: new Date(at.getTime() - DAY_MS),
});

const toldBefore = (at: Date): Date => new Date(at.getTime() - RISES_TOLD_AFTER_MS);
