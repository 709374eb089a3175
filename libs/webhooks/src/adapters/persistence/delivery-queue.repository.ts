import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { newId } from '#kernel';
import { type AddedFields, type ApiVersion, bodyIn } from '#support/api-versions';
import { webhookAttempted } from '#engine/metrics';
import { inTransaction, pgPool, PipelinedTransaction, quotaIdOf } from '#engine/persistence';
import { type ClaimedDelivery, type ClaimLimits, DeliveryQueue, type FinishedAttempt } from '../../domain/delivery-queue.ts';
import { isSuccess } from '../../domain/delivery-schedule.ts';
import type { Envelope, Format } from '../../domain/message-format.ts';
import { skipEarlierRounds } from './skip-deliveries.ts';

/** Held while deliveries are claimed, so that the limits hold across workers. */
const CLAIMING = 7_260_033;

interface ClaimedRow {
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly organization_id: string;
  readonly sequence: string | null;
  readonly body: string;
  readonly added_fields: AddedFields | null;
  readonly api_version: ApiVersion;
  readonly organization_name: string;
  readonly attempts: number;
  readonly is_test: boolean;
  readonly url: string;
  readonly format: Format;
  readonly envelope: Envelope;
  readonly secret: Buffer;
  readonly previous_secret: Buffer | null;
  readonly headers: Buffer | null;
}

/**
 * Claims deliveries that are due at $1 until $2: at most $3, $4 of an endpoint and $5 of a quota of organizations. A claimed delivery is due again
 * when its claim ends, so what is claimed needs no condition of its own. What an organization and an endpoint have claimed already
 * counts in the order, so that who has nothing under way comes first, however much waits for others.
 */
const CLAIM = `with recursive waiting (endpoint_id) as (
    (select endpoint_id from webhooks.deliveries where status = 'pending' order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhooks.deliveries d
      where d.status = 'pending' and d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1)
    from waiting w where w.endpoint_id is not null
  ), claimed as (
    select ${quotaIdOf('d.organization_id')} as quota_id, d.endpoint_id, count(*) as number from webhooks.deliveries d
    where d.status = 'pending' and d.claimed_until > $1::timestamptz group by d.organization_id, d.endpoint_id
  ), of_endpoints as (
    select d.event_id, d.endpoint_id, ${quotaIdOf('d.organization_id')} as quota_id, d.next_attempt_at,
      coalesce(c.number, 0) + row_number() over (partition by d.endpoint_id order by d.next_attempt_at, d.sequence) as nth
    from waiting w
    left join claimed c on c.endpoint_id = w.endpoint_id
    cross join lateral (
      select * from webhooks.deliveries d
      where d.status = 'pending' and d.endpoint_id = w.endpoint_id and d.next_attempt_at <= $1::timestamptz
      order by d.next_attempt_at, d.sequence
      limit greatest(case when exists (select from webhooks.unreachable u where u.endpoint_id = w.endpoint_id) then 1 else $4::int end
        - coalesce(c.number, 0), 0)
    ) d
    where not exists (select from webhooks.skipping s where s.endpoint_id = w.endpoint_id)
  ), of_organizations as (
    select *, row_number() over (partition by quota_id order by nth, next_attempt_at)
      + coalesce((select sum(c.number) from claimed c where c.quota_id = e.quota_id), 0) as rank
    from of_endpoints e
  ), chosen as (
    select event_id, endpoint_id from of_organizations where rank <= $5::int order by rank, next_attempt_at limit $3::int
  )
  update webhooks.deliveries d set claimed_until = $2::timestamptz, next_attempt_at = $2::timestamptz
  from chosen, webhooks.events event, webhooks.endpoints endpoint
  where d.event_id = chosen.event_id and d.endpoint_id = chosen.endpoint_id
    and d.status = 'pending' and d.next_attempt_at <= $1::timestamptz
    and event.id = d.event_id and event.body is not null and endpoint.id = d.endpoint_id
  returning d.event_id, d.endpoint_id, d.organization_id, d.sequence::text, event.body, event.added_fields,
    event.organization_name, d.api_version, d.attempts, d.is_test,
    endpoint.url, endpoint.format, endpoint.envelope, endpoint.secret, endpoint.headers,
    case when endpoint.previous_secret_ends_at > $1::timestamptz then endpoint.previous_secret end as previous_secret`;

/**
 * Stores attempts and the next states of their deliveries. An endpoint without any response is noted as unreachable, until it responds.
 */
const FINISH = `with given as (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::int[], $6::int[], $7::text[], $8::boolean[],
      $9::timestamptz[], $10::text[], $11::timestamptz[])
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
  ), silent as (
    insert into webhooks.unreachable (endpoint_id)
    select g.endpoint_id from given g join webhooks.endpoints e on e.id = g.endpoint_id and e.enabled
    group by g.endpoint_id having count(g.http_code) = 0 order by g.endpoint_id on conflict do nothing
  ), responding as (
    delete from webhooks.unreachable where endpoint_id in (select endpoint_id from webhooks.unreachable
      where endpoint_id in (select endpoint_id from given where http_code is not null) order by endpoint_id for update)
  ), updated as (
    update webhooks.deliveries d
    set status = case when g.status = 'pending' and d.round < e.round then 'skipped' else g.status end,
      attempts = g.number, last_http_code = g.http_code, next_attempt_at = coalesce(g.next_attempt_at, d.next_attempt_at),
      claimed_until = null, modified_at = now()
    from given g join webhooks.endpoints e on e.id = g.endpoint_id
    where d.event_id = g.event_id and d.endpoint_id = g.endpoint_id and d.status = 'pending' and d.claimed_until = g.claimed_until
  )
  select id from webhooks.endpoints where consecutive_failures > 0 and id in (select endpoint_id from given where succeeded)`;

@Injectable()
export class SqlDeliveryQueue extends DeliveryQueue {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async claim({ total, perEndpoint, perOrganization, leaseMs }: ClaimLimits, now: Date): Promise<ClaimedDelivery[]> {
    const until = new Date(now.getTime() + leaseMs);
    const values = [now, until, total, perEndpoint, perOrganization];
    const { transaction, rows } = await PipelinedTransaction.begin(await pgPool(this.em), [
      { name: 'webhooks-claiming', text: `select pg_advisory_xact_lock(${CLAIMING})` },
      { name: 'webhooks-claim', text: CLAIM, values },
    ]);
    await transaction.commit([]);
    return (rows[1] as ClaimedRow[]).map((row) => toClaimed(row, until));
  }

  async finish(attempts: readonly FinishedAttempt[]): Promise<readonly string[]> {
    const column = <T>(value: (finished: FinishedAttempt) => T): T[] => attempts.map(value);
    const values = [
      column(() => newId('webhook-attempt')),
      column(({ delivery }) => delivery.eventId),
      column(({ delivery }) => delivery.endpoint.id),
      column(({ delivery }) => delivery.claimedUntil),
      column(({ delivery }) => delivery.number),
      column(({ attempt }) => attempt.httpCode),
      column(({ attempt }) => attempt.response),
      column(({ attempt }) => isSuccess(attempt)),
      column(({ startedAt }) => startedAt),
      column(({ verdict }) => verdict.status),
      column(({ verdict }) => ('nextAttemptAt' in verdict ? verdict.nextAttemptAt : null)),
    ];
    const { transaction, rows } = await PipelinedTransaction.begin(await pgPool(this.em), [
      { name: 'webhooks-finish', text: FINISH, values },
    ]);
    await transaction.commit([]);
    for (const { verdict } of attempts) webhookAttempted(verdict.status);
    return (rows[0] as { readonly id: string }[]).map(({ id }) => id);
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
  message: { body: bodyIn(row.api_version, row.body, row.added_fields), organizationName: row.organization_name },
  number: row.attempts + 1,
  isTest: row.is_test,
  claimedUntil,
  endpoint: {
    id: row.endpoint_id,
    url: row.url,
    format: row.format,
    envelope: row.envelope,
    headers: row.headers,
    secrets: [row.secret, ...(row.previous_secret ? [row.previous_secret] : [])],
  },
});
