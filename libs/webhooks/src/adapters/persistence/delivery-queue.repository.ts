import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { newId } from '#kernel';
import { inTransaction } from '#platform/persistence';
import { type ClaimedDelivery, type ClaimLimits, DeliveryQueue, type FinishedAttempt } from '../../domain/delivery-queue.ts';
import { isSuccess } from '../../domain/delivery-schedule.ts';
import type { Format } from '../../domain/webhook-endpoint.ts';
import { skipEarlierRounds } from './skip-deliveries.ts';

/** Held while deliveries are claimed, so that the limits hold across workers. */
const CLAIMING = 7_260_033;

interface ClaimedRow {
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly organization_id: string;
  readonly sequence: string | null;
  readonly body: string;
  readonly organization_name: string;
  readonly attempts: number;
  readonly is_test: boolean;
  readonly claimed_until: Date;
  readonly url: string;
  readonly format: Format;
  readonly secret: Buffer;
  readonly previous_secret: Buffer | null;
}

@Injectable()
export class SqlDeliveryQueue extends DeliveryQueue {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /**
   * A claimed delivery is due again when its claim ends, so what is claimed needs no condition of its own. What an organization and
   * an endpoint have claimed already counts in the order, so that who has nothing under way comes first, however much waits for others.
   */
  claim({ total, perEndpoint, perOrganization, leaseMs }: ClaimLimits, now: Date): Promise<ClaimedDelivery[]> {
    const until = new Date(now.getTime() + leaseMs);
    return inTransaction(this.em, 'claimed deliveries', async (transaction) => {
      const db = transaction.getKysely({ convertValues: true });
      await sql`select pg_advisory_xact_lock(${CLAIMING})`.execute(db);
      const { rows } = await sql<ClaimedRow>`with recursive waiting (endpoint_id) as (
          (select endpoint_id from webhooks.deliveries where status = 'pending' order by endpoint_id limit 1)
          union all
          select (select d.endpoint_id from webhooks.deliveries d
            where d.status = 'pending' and d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1)
          from waiting w where w.endpoint_id is not null
        ), claimed as (
          select organization_id, endpoint_id, count(*) as number from webhooks.deliveries
          where status = 'pending' and claimed_until > ${now}::timestamptz group by organization_id, endpoint_id
        ), of_endpoints as (
          select d.event_id, d.endpoint_id, d.organization_id, d.next_attempt_at,
            coalesce(c.number, 0) + row_number() over (partition by d.endpoint_id order by d.next_attempt_at, d.sequence) as nth
          from waiting w
          left join claimed c on c.endpoint_id = w.endpoint_id
          cross join lateral (
            select * from webhooks.deliveries d
            where d.status = 'pending' and d.endpoint_id = w.endpoint_id and d.next_attempt_at <= ${now}::timestamptz
            order by d.next_attempt_at, d.sequence limit greatest(${perEndpoint} - coalesce(c.number, 0), 0)
          ) d
          where not exists (select from webhooks.skipping s where s.endpoint_id = w.endpoint_id)
        ), of_organizations as (
          select *, row_number() over (partition by organization_id order by nth, next_attempt_at)
            + coalesce((select sum(c.number) from claimed c where c.organization_id = e.organization_id), 0) as rank
          from of_endpoints e
        ), chosen as (
          select event_id, endpoint_id from of_organizations where rank <= ${perOrganization}
          order by rank, next_attempt_at limit ${total}
        )
        update webhooks.deliveries d set claimed_until = ${until}::timestamptz, next_attempt_at = ${until}::timestamptz
        from chosen, webhooks.events event, webhooks.endpoints endpoint
        where d.event_id = chosen.event_id and d.endpoint_id = chosen.endpoint_id
          and d.status = 'pending' and d.next_attempt_at <= ${now}::timestamptz
          and event.id = d.event_id and event.body is not null and endpoint.id = d.endpoint_id
        returning d.event_id, d.endpoint_id, d.organization_id, d.sequence::text, event.body, event.organization_name, d.attempts,
          d.is_test, d.claimed_until, endpoint.url, endpoint.format, endpoint.secret,
          case when endpoint.previous_secret_ends_at > ${now}::timestamptz then endpoint.previous_secret end as previous_secret`.execute(
        db,
      );
      return rows.map((row) => toClaimed(row, until));
    });
  }

  finish(attempts: readonly FinishedAttempt[]): Promise<readonly string[]> {
    return inTransaction(this.em, 'finished deliveries', async (transaction) => {
      const column = <T>(value: (finished: FinishedAttempt) => T): T[] => attempts.map(value);
      const { rows } = await sql<{ id: string }>`with given as (
          select * from unnest(${column(() => newId('webhook-attempt'))}::uuid[], ${column(({ delivery }) => delivery.eventId)}::uuid[],
            ${column(({ delivery }) => delivery.endpoint.id)}::uuid[], ${column(({ delivery }) => delivery.claimedUntil)}::timestamptz[],
            ${column(({ delivery }) => delivery.number)}::int[], ${column(({ attempt }) => attempt.httpCode)}::int[],
            ${column(({ attempt }) => attempt.response)}::text[], ${column(({ attempt }) => isSuccess(attempt))}::boolean[],
            ${column(({ startedAt }) => startedAt)}::timestamptz[], ${column(({ verdict }) => verdict.status)}::text[],
            ${column(({ verdict }) => ('nextAttemptAt' in verdict ? verdict.nextAttemptAt : null))}::timestamptz[])
            as given (id, event_id, endpoint_id, claimed_until, number, http_code, response, succeeded, started_at, status, next_attempt_at)
        ), stored as (
          insert into webhooks.attempts (id, event_id, endpoint_id, organization_id, type, succeeded, http_code, response, created_at)
          select g.id, g.event_id, g.endpoint_id, e.organization_id, e.type, g.succeeded, g.http_code, g.response, g.started_at
          from given g join webhooks.events e on e.id = g.event_id
          returning organization_id, endpoint_id, type, succeeded, http_code
        ), counted as (
          insert into webhooks.attempt_counts as c (organization_id, endpoint_id, type, succeeded, http_code, number)
          select organization_id, endpoint_id, type, succeeded, coalesce(http_code, 0), count(*) from stored
          group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
          on conflict (organization_id, endpoint_id, type, succeeded, http_code) do update set number = c.number + excluded.number
        ), updated as (
        update webhooks.deliveries d set status = case when g.status = 'pending' and d.round < e.round then 'skipped' else g.status end, attempts = g.number, last_http_code = g.http_code,
          next_attempt_at = coalesce(g.next_attempt_at, d.next_attempt_at), claimed_until = null, modified_at = now()
        from given g join webhooks.endpoints e on e.id = g.endpoint_id
        where d.event_id = g.event_id and d.endpoint_id = g.endpoint_id and d.status = 'pending'
          and d.claimed_until = g.claimed_until
        )
        select id from webhooks.endpoints where consecutive_failures > 0
          and id in (select endpoint_id from given where succeeded)`.execute(transaction.getKysely());
      return rows.map(({ id }) => id);
    });
  }

  skip(): Promise<boolean> {
    return inTransaction(this.em, 'skipped deliveries', async (transaction) => {
      const db = transaction.getKysely<never>();
      const { rows } = await sql<{ endpoint_id: string }>`select endpoint_id from webhooks.skipping order by endpoint_id limit 1
        for update skip locked`.execute(db);
      for (const { endpoint_id } of rows) await skipEarlierRounds(db, endpoint_id);
      return rows.length > 0;
    });
  }
}

const toClaimed = (row: ClaimedRow, claimedUntil: Date): ClaimedDelivery => ({
  eventId: row.event_id,
  organizationId: row.organization_id,
  sequence: row.sequence === null ? null : Number(row.sequence),
  message: { body: row.body, organizationName: row.organization_name },
  number: row.attempts + 1,
  isTest: row.is_test,
  claimedUntil,
  endpoint: {
    id: row.endpoint_id,
    url: row.url,
    format: row.format,
    secrets: [row.secret, ...(row.previous_secret ? [row.previous_secret] : [])],
  },
});
