import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Selectable, sql } from 'kysely';
import { ResourceNotFound } from '#kernel';
import { recordEvents } from '#engine/outbox';
import { anyOf, BatchLoader, inTransaction, pgPool, readDb, recordAction } from '#engine/persistence';
import { ConnectorEventReceived } from '../../domain/connector.events.ts';
import type { Outcome } from '../../domain/outcome.ts';
import {
  type EventSelection,
  type ProviderEvent,
  ProviderEvents,
  type StoredProviderEvent,
} from '../../domain/provider-events.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';
import { ProviderEventInsertion } from './provider-event-insertion.ts';

const BATCH = 500;
const DELETED_AT_ONCE = 1_000;
const SEARCHED_AT_ONCE = 1_000;

interface Retried {
  readonly id: string;
  readonly organization_id: string;
  readonly connector_id: string;
}

const PENDING = { status: 'pending', problem_code: null, problem: null } as const;

const received = ({ id, organization_id, connector_id }: Retried, now: Date): ConnectorEventReceived =>
  new ConnectorEventReceived(organization_id, id, now, connector_id);

const IS_LISTED = sql<boolean>`exists (select from connectors.undelivered_purchases u
  where u.organization_id = events.organization_id and u.source_kind = 'event' and u.source_id = events.id)`;

const toStoredEvent = (
  row: Selectable<ConnectorsTables['connectors.events']> & { readonly is_listed: boolean },
): StoredProviderEvent => ({
  id: row.id,
  organizationId: row.organization_id,
  connectorId: row.connector_id,
  externalId: row.external_id,
  type: row.type,
  occurredAt: new Date(row.occurred_at),
  isTest: row.is_test,
  account: row.account,
  body: row.body,
  objectId: row.subject_id,
  mayBeListed: row.is_listed,
});

@Injectable()
export class SqlProviderEvents extends ProviderEvents {
  private readonly insertion: ProviderEventInsertion;
  private readonly byId = new BatchLoader((ids) => this.readAll(ids), 'turn');

  constructor(private readonly em: EntityManager) {
    super();
    this.insertion = new ProviderEventInsertion(() => pgPool(em));
  }

  add(event: ProviderEvent, now: Date): Promise<boolean> {
    return this.insertion.insert(event, now);
  }

  find(id: string): Promise<StoredProviderEvent | undefined> {
    return this.byId.read(id);
  }

  private async readAll(ids: readonly string[]): Promise<ReadonlyMap<string, StoredProviderEvent>> {
    const rows = await readDb<ConnectorsTables>(this.em)
      .selectFrom('connectors.events')
      .selectAll()
      .select(IS_LISTED.as('is_listed'))
      .where(anyOf('id', ids))
      .execute();
    return new Map(rows.map((row) => [row.id, toStoredEvent(row)]));
  }

  async settle(id: string, outcome: Outcome, now: Date): Promise<void> {
    await this.em
      .getKysely<ConnectorsTables>()
      .updateTable('connectors.events')
      .set({ ...columnsOf(outcome), modified_at: now })
      .where('id', '=', id)
      .execute();
  }

  async organizationOf(which: {
    readonly id: string;
    readonly connectorId: string;
    readonly organizations: readonly string[];
  }): Promise<string> {
    const row = await this.em
      .getKysely<ConnectorsTables>()
      .selectFrom('connectors.events')
      .select('organization_id')
      .where('id', '=', which.id)
      .where('connector_id', '=', which.connectorId)
      .where(anyOf('organization_id', which.organizations))
      .executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row.organization_id;
  }

  retry(id: string, now: Date): Promise<void> {
    return inTransaction(this.em, 'event of a payment provider', async (transaction) => {
      const retried = await transaction
        .getKysely<ConnectorsTables>()
        .updateTable('connectors.events')
        .set({ ...PENDING, modified_at: now })
        .where('id', '=', id)
        .returning(['id', 'organization_id', 'connector_id'])
        .execute();
      for (const { organization_id: organizationId } of retried) {
        await recordAction(transaction, { type: 'connector_event', id, organizationId, customerId: null });
      }
      await recordEvents(
        transaction,
        retried.map((each) => received(each, now)),
      );
    });
  }

  retryOfObject(objectId: string, now: Date): Promise<void> {
    return inTransaction(this.em, 'events of a purchase', async (transaction) => {
      const retried = await transaction
        .getKysely<ConnectorsTables>()
        .updateTable('connectors.events')
        .set({ ...PENDING, modified_at: now })
        .where('subject_id', '=', objectId)
        .where('status', 'in', ['failed', 'waiting'])
        .returning(['id', 'organization_id', 'connector_id'])
        .execute();
      await recordEvents(
        transaction,
        retried.map((each) => received(each, now)),
      );
    });
  }

  retryBatch(
    { connectorId, statuses, from, to }: EventSelection,
    after: string | null,
    now: Date,
  ): Promise<{ readonly count: number; readonly last: string | null }> {
    return inTransaction(this.em, 'events of a payment provider', async (transaction) => {
      const db = transaction.getKysely<ConnectorsTables>();
      let some = db
        .selectFrom('connectors.events')
        .select(['id', 'organization_id', 'connector_id'])
        .where('connector_id', '=', connectorId)
        .orderBy('id')
        .limit(BATCH);
      if (after !== null) some = some.where('id', '>', after);
      if (statuses) some = some.where('status', 'in', statuses);
      if (from) some = some.where('created_at', '>=', from);
      if (to) some = some.where('created_at', '<', to);
      const found = await some.execute();
      if (found.length > 0) {
        const ids = found.map(({ id }) => id);
        await db
          .updateTable('connectors.events')
          .set({ ...PENDING, modified_at: now })
          .where('id', 'in', ids)
          .execute();
      }
      await recordEvents(
        transaction,
        found.map((each) => received(each, now)),
      );
      return { count: found.length, last: found.length < BATCH ? null : found.at(-1)!.id };
    });
  }

  async eraseOf(objectIds: readonly string[]): Promise<void> {
    await this.em
      .getKysely<ConnectorsTables>()
      .updateTable('connectors.events')
      .set({ body: '' })
      .where(anyOf('subject_id', objectIds))
      .execute();
  }

  async eraseContaining(connectorId: string, email: string, after: string | null): Promise<string | null> {
    const isLater = after === null ? sql`` : sql`and id > ${after}::uuid`;
    const { rows } = await sql<{ readonly id: string }>`
      with searched as (
        select id from connectors.events where connector_id = ${connectorId}::uuid ${isLater} order by id
        limit ${SEARCHED_AT_ONCE}
      ), erased as (
        update connectors.events event set body = '' from searched
        where event.id = searched.id and subject_id is null and status <> 'pending'
          and strpos(lower(body), ${JSON.stringify(email).toLowerCase()}) > 0
      )
      select id from searched order by id desc limit 1 offset ${SEARCHED_AT_ONCE - 1}`.execute(
      this.em.getKysely<ConnectorsTables>(),
    );
    return rows[0]?.id ?? null;
  }

  async deleteOld(before: Date): Promise<number> {
    const { numAffectedRows = 0n } = await sql`delete from connectors.events where id in (
      select id from connectors.events where status in ('processed', 'ignored') and created_at < ${before}::timestamptz
      order by created_at limit ${DELETED_AT_ONCE})`.execute(this.em.getKysely<ConnectorsTables>());
    return Number(numAffectedRows);
  }
}

/** The columns of an event in which an outcome is stored. */
export const columnsOf = (outcome: Outcome) =>
  outcome.status === 'processed'
    ? { status: outcome.status, problem_code: null, problem: null }
    : { status: outcome.status, problem_code: outcome.code, problem: outcome.problem };
