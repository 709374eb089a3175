import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { recordEvents } from '#engine/outbox';
import { inTransaction } from '#engine/persistence';
import { UndeliveredPurchasesReported } from '../../domain/connector.events.ts';
import { NOTICE_INTERVAL_MS } from '../../domain/undelivered-purchases.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';

/** How many organizations are reported to at once. */
const MOST_REPORTS = 500;

/** What is open and was not reported: another e-mail address is not, because everything was delivered. */
const TO_REPORT = sql<boolean>`undelivered.resolved_at is null and undelivered.reported_at is null
  and undelivered.reason <> 'customer_email_changed'`;

/** Publishes that something is undelivered, once an hour for each organization at most. */
export function reportUndelivered(em: EntityManager, now: Date): Promise<void> {
  return inTransaction(em, 'reports of what was not delivered', async (transaction) => {
    const db = transaction.getKysely<ConnectorsTables>();
    const before = new Date(now.getTime() - NOTICE_INTERVAL_MS);
    const { rows: due } = await sql<{ organization_id: string }>`insert into connectors.undelivered_reports as reports
      select organization_id, ${now}::timestamptz from (
        select distinct undelivered.organization_id from connectors.undelivered_purchases undelivered
        left join connectors.undelivered_reports last on last.organization_id = undelivered.organization_id
        where ${TO_REPORT} and (last.reported_at is null or last.reported_at <= ${before}::timestamptz)
        order by undelivered.organization_id limit ${MOST_REPORTS}) as due
      on conflict (organization_id) do update set reported_at = excluded.reported_at where reports.reported_at <= ${before}::timestamptz
      returning organization_id`.execute(db);
    for (const { organization_id: organizationId } of due) {
      const { numUpdatedRows } = await db
        .updateTable('connectors.undelivered_purchases as undelivered')
        .set({ reported_at: now })
        .where('organization_id', '=', organizationId)
        .where(TO_REPORT)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) continue;
      await recordEvents(transaction, [new UndeliveredPurchasesReported(organizationId, now, Number(numUpdatedRows))]);
    }
  });
}
