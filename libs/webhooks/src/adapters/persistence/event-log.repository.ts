import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type EventPayload, newId, ResourceNotFound } from '#kernel';
import type { AddedFields, ApiVersion } from '#support/api-versions';
import { anyOf, inTransaction, recordAction, RowLoader } from '#engine/persistence';
import {
  type DueEvent,
  EventLog,
  type OfferedEvent,
  type PendingEvent,
  type RecordedEvent,
  type RedeliveryRange,
  type RetentionBounds,
  type TestEvent,
  type WantedExample,
  type WhichEvent,
} from '../../domain/event-log.ts';
import type { Message } from '../../domain/message-format.ts';
import { nextReading } from '../../domain/delivery-schedule.ts';
import { deleteOldEvents } from './delete-old-events.ts';
import { EventRecorder, WANTED_KINDS } from './event-recorder.ts';
import { DELIVERY_COLUMNS, HAS_FILTERS, newDeliveries, publishing, WANTED } from './publish-events.ts';
import { isInRange, NOT_TAKEN } from './redelivery-range.ts';
import type { WebhooksTables } from './webhooks-tables.mapping.ts';

/** Held while events are published, so that positions become visible in their order. */
const PUBLISHING = 7_260_032;
/** How many events are looked through for one of a kind. */
const NEWEST = 500;

type PendingRow = Selectable<WebhooksTables['webhooks.pending_events']> & { readonly is_filtered: boolean };

@Injectable()
export class SqlEventLog extends EventLog {
  private readonly recorder: EventRecorder;
  private readonly wantedKinds: RowLoader<object>;

  constructor(private readonly em: EntityManager) {
    super();
    this.recorder = new EventRecorder(em);
    this.wantedKinds = new RowLoader(em, WANTED_KINDS);
  }

  async wanted(events: readonly OfferedEvent[]): Promise<ReadonlySet<string>> {
    const kinds = await Promise.all(events.map(({ organizationId, type }) => this.wantedKinds.read(organizationId, type)));
    return new Set(events.flatMap(({ sourceId }, index) => (kinds[index] ? [sourceId] : [])));
  }

  record(event: PendingEvent): Promise<boolean> {
    return this.recorder.record(event);
  }

  publish(
    limit: number,
    freeze: (pending: readonly DueEvent[]) => Promise<ReadonlyMap<string, Message>>,
    now: Date,
  ): Promise<number> {
    return inTransaction(this.em, 'published webhook events', async (transaction) => {
      const db = transaction.getKysely<WebhooksTables>({ convertValues: true });
      await sql`select pg_advisory_xact_lock(${PUBLISHING})`.execute(db);
      const rows = await db
        .selectFrom('webhooks.pending_events as p')
        .selectAll()
        .select(sql<boolean>`exists (select from webhooks.events e where e.source_id = p.source_id)`.as('is_published'))
        .select(
          sql<boolean>`exists (select from webhooks.endpoints e where e.organization_id = p.organization_id
          and e.deleted_at is null and p.type = any(e.events) and ${HAS_FILTERS})`.as('is_filtered'),
        )
        .where(isDue(now))
        .orderBy('source_id')
        .limit(limit)
        .execute();
      const [again, due] = [true, false].map((isPublished) => rows.filter((row) => row.is_published === isPublished));
      if (again!.length > 0) await forgetting(again!).execute(db);
      const pending = due!.map(toPending);
      if (pending.length === 0) return 0;
      const messages = await freeze(pending);
      const [readable, unreadable] = [true, false].map((has) => pending.filter(({ sourceId }) => messages.has(sourceId) === has));
      await publishing(readable!, messages, now).execute(db);
      if (unreadable!.length > 0) await postponing(unreadable!, now).execute(db);
      return pending.length;
    });
  }

  async exampleFor(endpointId: string): Promise<WantedExample | undefined> {
    const { rows } = await sql<WantedExample>`
      select newest.type, newest.body, newest.added_fields as added from webhooks.endpoints e cross join lateral (
        select type, body, added_fields, sequence from webhooks.events where organization_id = e.organization_id and sequence is not null
        order by sequence desc limit ${NEWEST}
      ) newest where e.id = ${endpointId}::uuid and newest.body is not null and newest.type = any(e.events)
      order by newest.sequence desc limit 1`.execute(this.em.getKysely<WebhooksTables>());
    return rows[0];
  }

  addTest({ endpointId, organizationId, type, message }: TestEvent, now: Date): Promise<string> {
    return inTransaction(this.em, 'test of a webhook endpoint', async (transaction) => {
      const [id, created_at] = [newId('webhook-event'), now];
      const db = transaction.getKysely<WebhooksTables>();
      const { body, organizationName: organization_name, added = null } = message;
      const about = { organization_id: organizationId, sequence: null, created_at };
      const event = {
        ...about,
        id,
        source_id: null,
        type,
        organization_name,
        body,
        product_ids: null,
        benefit_ids: null,
        added_fields: sql<AddedFields>`${added && JSON.stringify(added)}::jsonb`,
        occurred_at: now,
      };
      await db.insertInto('webhooks.events').values(event).execute();
      const delivery = { event_id: id, endpoint_id: endpointId, is_test: true, status: 'pending' as const, attempts: 0 };
      const ofEndpoint = <T>(column: string) =>
        sql<T>`(select ${sql.ref(column)} from webhooks.endpoints where id = ${endpointId}::uuid)`;
      const due = {
        ...about,
        ...delivery,
        round: ofEndpoint<number>('round'),
        api_version: ofEndpoint<ApiVersion>('api_version'),
        next_attempt_at: now,
        claimed_until: null,
        last_http_code: null,
        modified_at: null,
      };
      await db.insertInto('webhooks.deliveries').values(due).execute();
      const endpoint = { type: 'webhook_endpoint', id: endpointId, organizationId, customerId: null };
      await recordAction(transaction, endpoint, { test: type });
      return id;
    });
  }

  async organizationOf({ id, organizations }: WhichEvent): Promise<string> {
    const event = await this.em
      .getKysely<WebhooksTables>()
      .selectFrom('webhooks.events')
      .select('organization_id')
      .where('id', '=', id)
      .where('body', 'is not', null)
      .where(anyOf('organization_id', organizations))
      .executeTakeFirst();
    if (!event) throw new ResourceNotFound();
    return event.organization_id;
  }

  redeliver({ id, organizationId }: RecordedEvent, now: Date): Promise<void> {
    return inTransaction(this.em, 'redelivered webhook event', async (transaction) => {
      await sql`with again as (
          update webhooks.deliveries d set ${DUE_AGAIN(now)} where event_id = ${id}::uuid
            and exists (select from webhooks.endpoints e where e.id = d.endpoint_id and e.deleted_at is null)
        )
        insert into webhooks.deliveries (${DELIVERY_COLUMNS}) ${newDeliveries(sql`webhooks.events`, now)}
        where e.enabled and p.id = ${id}::uuid and p.sequence is not null
          and not exists (select from webhooks.deliveries d where d.event_id = p.id)`.execute(transaction.getKysely());
      await recordAction(transaction, { type: 'webhook_event', id, organizationId, customerId: null });
    });
  }

  async countRange(range: RedeliveryRange, most: number): Promise<number> {
    const { rows } = await sql<{ number: number }>`select count(*)::int as number from (
        select from webhooks.events p join webhooks.endpoints e on e.organization_id = p.organization_id and ${WANTED}
        where ${isInRange(range)} limit ${most}) counted`.execute(this.em.getKysely<WebhooksTables>());
    return rows[0]!.number;
  }

  redeliverRange(range: RedeliveryRange, now: Date): Promise<number> {
    const { endpointId, organizationId, from, to, which } = range;
    return inTransaction(this.em, 'redelivered webhook events', async (transaction) => {
      const again = which === 'all' ? sql`` : sql`where ${NOT_TAKEN(sql`d`)}`;
      const { numAffectedRows = 0n } = await sql`insert into webhooks.deliveries as d (${DELIVERY_COLUMNS})
        ${newDeliveries(sql`webhooks.events`, now)} where ${isInRange(range)}
        on conflict (event_id, endpoint_id) do update set ${DUE_AGAIN(now)} ${again}`.execute(
        transaction.getKysely<WebhooksTables>(),
      );
      const endpoint = { type: 'webhook_endpoint', id: endpointId, organizationId, customerId: null };
      await recordAction(transaction, endpoint, {
        redelivered_from: from,
        redelivered_to: to ?? now,
        only_failed: which !== 'all',
      });
      return Number(numAffectedRows);
    });
  }

  openFeed(organizationId: string, now: Date): Promise<void> {
    return inTransaction(this.em, 'opened feed', async (transaction) => {
      await sql`insert into webhooks.feeds as f (organization_id, read_at) values (${organizationId}::uuid, ${now}::timestamptz)
        on conflict (organization_id) do update set read_at = excluded.read_at
        where f.read_at is null or f.read_at < excluded.read_at - interval '1 hour'`.execute(transaction.getKysely());
    });
  }

  deleteOld(before: RetentionBounds): Promise<boolean> {
    return inTransaction(this.em, 'deleted webhook events', (transaction) => deleteOldEvents(transaction.getKysely(), before));
  }
}

const isDue = (now: Date): RawBuilder<boolean> => sql`(next_attempt_at is null or next_attempt_at <= ${now}::timestamptz)`;

/** An event that is recorded again at the moment of its publishing may be stored as pending again. */
const forgetting = (events: readonly PendingRow[]): RawBuilder<unknown> =>
  sql`delete from webhooks.pending_events where source_id = any(${events.map(({ source_id }) => source_id)}::bigint[])`;

const postponing = (events: readonly DueEvent[], now: Date): RawBuilder<unknown> => sql`
  update webhooks.pending_events p set failures = given.failures, next_attempt_at = given.next_attempt_at
  from unnest(${events.map(({ sourceId }) => sourceId)}::bigint[], ${events.map(({ failures }) => failures + 1)}::int[],
    ${events.map(({ failures }) => nextReading(failures + 1, now))}::timestamptz[]) as given (source_id, failures, next_attempt_at)
  where p.source_id = given.source_id`;

const toPending = ({
  source_id,
  organization_id,
  type,
  aggregate_id,
  payload,
  occurred_at,
  actor,
  failures,
  is_filtered,
}: PendingRow): DueEvent => ({
  sourceId: source_id,
  organizationId: organization_id,
  type,
  aggregateId: aggregate_id,
  payload: payload as EventPayload,
  occurredAt: occurred_at,
  actor,
  failures,
  isFiltered: is_filtered,
});

const DUE_AGAIN = (now: Date): RawBuilder<unknown> => sql`status = 'pending', attempts = 0, next_attempt_at = ${now}::timestamptz,
  claimed_until = null, modified_at = ${now}::timestamptz,
  (round, api_version) = (select e.round, e.api_version from webhooks.endpoints e where e.id = d.endpoint_id)`;
