import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { recordEvents } from '#engine/outbox';
import { inTransaction, pgPool } from '#engine/persistence';
import { ExpiringLicenseKeysCounted } from '../../domain/keys/expiring-keys.events.ts';
import { ExpiringKeys, MOST_EXPIRING, SOON_MS, EXPIRIES_TOLD_AFTER_MS } from '../../domain/keys/expiring-keys.ts';

const DUE = `select id from unnest($1::uuid[]) as id
  where not exists (select from licensing.told_expiries t where t.organization_id = id and t.told_at > $2) order by id`;

/** Whoever comes second waits for the row, and finds that it was told. */
const BEGIN = `insert into licensing.told_expiries (organization_id, told_at, told_until)
  values (?, '-infinity', '-infinity') on conflict do nothing`;
const LOCK = `select greatest(told_until, ?::timestamptz) as since from licensing.told_expiries
  where organization_id = ? and told_at <= ? for update`;
const TOLD = 'update licensing.told_expiries set told_at = ?, told_until = ? where organization_id = ?';
const COUNT = `select count(*) filter (where not is_trial)::int as count, count(*) as seen from (
  select coalesce((policy_state->>'isTrial')::boolean, false) as is_trial from licensing.license_keys
  where organization_id = ? and status = 'granted'
    and coalesce(expires_at, 'infinity'::timestamptz) > ? and coalesce(expires_at, 'infinity'::timestamptz) <= ?
  limit ?) as keys`;

@Injectable()
export class PgExpiringKeys extends ExpiringKeys {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async due(organizationIds: readonly string[], at: Date): Promise<readonly string[]> {
    if (organizationIds.length === 0) return [];
    const pool = await pgPool(this.em);
    const { rows } = await pool.query<{ id: string }>(DUE, [organizationIds, before(at)]);
    return rows.map(({ id }) => id);
  }

  tell(organizationId: string, at: Date): Promise<void> {
    const until = new Date(at.getTime() + SOON_MS);
    return inTransaction(this.em, 'ExpiringKeys', async (transaction) => {
      await transaction.execute(BEGIN, [organizationId]);
      const [due] = await transaction.execute<{ since: Date }[]>(LOCK, [at, organizationId, before(at)]);
      if (!due) return;
      const range = [organizationId, due.since, until, MOST_EXPIRING + 1];
      const [found] = await transaction.execute<{ count: number; seen: string }[]>(COUNT, range);
      await transaction.execute(TOLD, [at, until, organizationId]);
      const isMore = Number(found!.seen) > MOST_EXPIRING;
      const count = Math.min(found!.count, MOST_EXPIRING);
      if (count > 0) await recordEvents(transaction, [new ExpiringLicenseKeysCounted(organizationId, at, { count, isMore })]);
    });
  }
}

const before = (at: Date): Date => new Date(at.getTime() - EXPIRIES_TOLD_AFTER_MS);
