import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { anyOf, inTransaction, pgPool } from '#engine/persistence';
import type { ProviderUpdate } from '../../domain/provider-updates.ts';
import type { Version } from '../../domain/event-order.ts';
import { kindOf, type ObjectKind, type ReportedCustomer, withoutContact } from '../../domain/reported-state.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { type Dependent, type ObjectOf, type ProviderObject, ProviderObjects } from '../../domain/provider-objects.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';
import { providerObjectChanges } from './provider-object-changes.ts';
import { ProviderObjectMerging } from './provider-object-merging.ts';
import { ProviderObjectReads } from './provider-object-reads.ts';
import { OF_ACCOUNT, toProviderObject } from './provider-object-row.ts';
import { fromStored, toStored } from './stored-state.ts';

/** How many objects are read at a time. */
const BATCH = 1_000;

@Injectable()
export class SqlProviderObjects extends ProviderObjects {
  private readonly reads: ProviderObjectReads;
  private readonly merging: ProviderObjectMerging;
  private readonly changes: ReturnType<typeof providerObjectChanges>;

  constructor(private readonly em: EntityManager) {
    super();
    const pool = () => pgPool(em);
    this.reads = new ProviderObjectReads(em);
    this.merging = new ProviderObjectMerging(pool);
    this.changes = providerObjectChanges(pool);
  }

  merge(
    event: { readonly id: string; readonly organizationId: string; readonly connectorId: string },
    updates: readonly ProviderUpdate[],
    version: Version,
    now: Date,
  ): Promise<readonly ProviderObject[]> {
    const named = Map.groupBy(updates, (update) => JSON.stringify([kindOf(update), update.ref]));
    const objects = [...named.values()].map((own) => ({ kind: kindOf(own[0]!), ref: own[0]!.ref, updates: own }));
    return this.merging.merge({ event, objects, now }, version);
  }

  begin(id: string, merged?: number): Promise<ProviderObject> {
    return this.changes.change({ id, isRead: true }, (object) => {
      if (object.row.revision !== merged) object.set({ revision: object.row.revision + 1 });
      return toProviderObject(object.row, undefined, object.isListed);
    });
  }

  find<K extends ObjectKind>(connectorId: string, kind: K, ref: string): Promise<ObjectOf<K> | undefined> {
    return this.reads.find(connectorId, kind, ref);
  }

  waitingFor(object: ProviderObject): Promise<readonly Dependent[]> {
    return this.reads.waitingFor(object);
  }

  known<K extends 'payment' | 'refund'>(
    connectorId: string,
    kind: K,
    aliases: readonly string[],
  ): Promise<readonly ObjectOf<K>[]> {
    return this.reads.known(connectorId, kind, aliases);
  }

  async waitingSince(before: Date, after: string | null) {
    const isLater = after === null ? sql`` : sql`and s.id > ${after}::uuid`;
    const { rows } = await sql<{ readonly id: string; readonly connectorId: string }>`
      select s.id, s.connector_id as "connectorId" from connectors.subjects s
      where s.status = 'waiting' and s.created_at < ${before}::timestamptz ${isLater}
        and (s.kind <> 'subscription' or s.knowledge #>> '{snapshot,fact,status}' not in ('pending', 'canceled'))
        and not exists (select from connectors.undelivered_purchases u
          where u.organization_id = s.organization_id and u.source_kind = 'subject' and u.source_id = s.id)
      order by s.id limit ${BATCH}`.execute(this.em.getKysely<ConnectorsTables>());
    return rows;
  }

  async customers(
    organizationId: string,
    are: readonly string[] | null,
    after: string | null,
  ): Promise<readonly ObjectOf<'customer'>[]> {
    let some = this.em
      .getKysely<ConnectorsTables>({ convertValues: true })
      .selectFrom('connectors.subjects')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('kind', '=', 'customer')
      .orderBy('id')
      .limit(BATCH);
    some = are === null ? some.where('result_id', 'is', null) : some.where(anyOf('result_id', are));
    if (after !== null) some = some.where('id', '>', after);
    return (await some.execute()).map((row) => toProviderObject(row) as ObjectOf<'customer'>);
  }

  async idsAbout({ id, connectorId, ref }: ObjectOf<'customer'>): Promise<readonly string[]> {
    const { rows } = await sql<{ readonly id: string }>`
      with account as (select c.id from (values (${connectorId}::uuid)) as w (connector) ${sql.raw(OF_ACCOUNT)}),
      own as (select id, aliases from connectors.subjects where connector_id in (select id from account) and customer_ref = ${ref})
      select ${id}::uuid as id union select id from own union
      select id from connectors.subjects
        where connector_id in (select id from account) and aliases && array(select unnest(aliases) from own)`.execute(
      this.em.getKysely<ConnectorsTables>(),
    );
    return rows.map((row) => row.id);
  }

  eraseContact(id: string): Promise<void> {
    return inTransaction(this.em, 'personal data of a customer', async (transaction) => {
      const db = transaction.getKysely<ConnectorsTables>({ convertValues: true });
      const customer = db.selectFrom('connectors.subjects').select('knowledge').where('id', '=', id).forUpdate();
      const reported = fromStored((await customer.executeTakeFirstOrThrow()).knowledge) as ReportedCustomer;
      await sql`update connectors.subjects set knowledge = ${JSON.stringify(toStored(withoutContact(reported)))}::jsonb
        where id = ${id}::uuid`.execute(db);
    });
  }

  settleEmail(id: string, email: string): Promise<void> {
    return inTransaction(this.em, 'address of a customer', async (transaction) => {
      await sql`update connectors.subjects set knowledge = jsonb_set(knowledge, '{settledEmail}', to_jsonb(${email}::text))
        where id = ${id}::uuid`.execute(transaction.getKysely<ConnectorsTables>());
    });
  }

  link(id: string, resultId: string, insteadOf: string | null = null): Promise<void> {
    return this.changes.change({ id, isRead: false }, (object) => {
      if (object.row.result_id === insteadOf) object.set({ result_id: resultId });
    });
  }

  linkOrder(id: string, part: string, orderId: string): Promise<void> {
    return this.changes.change({ id, isRead: false }, (object) => {
      const { result_id: resultId, orders } = object.row;
      object.set({ orders: { [part]: orderId, ...orders }, result_id: resultId ?? orderId });
    });
  }

  settle(
    { id, revision }: Pick<ProviderObject, 'id' | 'revision'>,
    { outcome, resultId }: { readonly outcome: Outcome; readonly resultId: string | null },
    now: Date,
  ): Promise<void> {
    return this.changes.change({ id, isRead: false }, (object) => {
      const { row } = object;
      if (row.result_id === null && resultId !== null) object.set({ result_id: resultId });
      if (row.revision === revision) object.settle(outcome, now);
    });
  }
}
