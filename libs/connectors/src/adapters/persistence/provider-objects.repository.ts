import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Selectable, sql } from 'kysely';
import { newId } from '#kernel';
import { anyOf, inTransaction } from '#platform/persistence';
import type { ProviderUpdate } from '../../domain/provider-updates.ts';
import {
  inCurrentForm,
  kindOf,
  type ObjectKind,
  type ReportedCustomer,
  type ReportedState,
  type Version,
  withoutContact,
  withUpdate,
} from '../../domain/reported-state.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { type Dependency, type ObjectOf, type ProviderObject, ProviderObjects } from '../../domain/provider-objects.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';
import { columnsOf } from './provider-events.repository.ts';
import { fromStored, toStored } from './stored-state.ts';

/** More than one payment for one refund, or one subscription, is worked on at a time. */
const MOST_DEPENDENTS = 1_000;

type Row = Selectable<ConnectorsTables['connectors.subjects']>;

const nameOf = (update: ProviderUpdate): string => `${kindOf(update)} ${update.ref}`;

@Injectable()
export class SqlProviderObjects extends ProviderObjects {
  constructor(private readonly em: EntityManager) {
    super();
  }

  merge(
    event: { readonly id: string; readonly organizationId: string; readonly connectorId: string },
    updates: readonly ProviderUpdate[],
    version: Version,
  ): Promise<readonly string[]> {
    return inTransaction(this.em, 'what an event says', async (transaction) => {
      const named = new Map<string, ProviderUpdate[]>();
      for (const update of updates) named.set(nameOf(update), [...(named.get(nameOf(update)) ?? []), update]);
      const ids = new Map<string, string>();
      // In an order that is the same in every transaction, so that none waits for another in a circle.
      for (const name of [...named.keys()].sort()) ids.set(name, await mergeInto(transaction, event, named.get(name)!, version));
      const inOrder = [...named.keys()].map((name) => ids.get(name)!);
      await transaction
        .getKysely<ConnectorsTables>()
        .updateTable('connectors.events')
        .set({ subject_id: inOrder[0]! })
        .where('id', '=', event.id)
        .execute();
      return inOrder;
    });
  }

  async begin(id: string): Promise<ProviderObject> {
    const row = await this.em
      .getKysely<ConnectorsTables>({ convertValues: true })
      .updateTable('connectors.subjects')
      .set({ revision: sql`revision + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toProviderObject(row);
  }

  async find<K extends ObjectKind>(connectorId: string, kind: K, ref: string): Promise<ObjectOf<K> | undefined> {
    const row = await this.some(connectorId, kind).where('ref', '=', ref).executeTakeFirst();
    return row && (toProviderObject(row) as ObjectOf<K>);
  }

  async dependents<K extends ObjectKind>(
    connectorId: string,
    kind: K,
    on: Dependency,
    which: 'open' | 'all',
  ): Promise<readonly ObjectOf<K>[]> {
    let some = this.some(connectorId, kind).orderBy('id').limit(MOST_DEPENDENTS);
    if ('customerRef' in on) some = some.where('customer_ref', '=', on.customerRef);
    else if ('subscriptionRef' in on) some = some.where('subscription_ref', '=', on.subscriptionRef);
    else some = some.where(sql<boolean>`aliases && ${on.aliases}::text[]`);
    if (which === 'open') some = some.where('status', '<>', 'processed');
    return (await some.execute()).map((row) => toProviderObject(row) as ObjectOf<K>);
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
      .limit(MOST_DEPENDENTS);
    some = are === null ? some.where('result_id', 'is', null) : some.where(anyOf('result_id', are));
    if (after !== null) some = some.where('id', '>', after);
    return (await some.execute()).map((row) => toProviderObject(row) as ObjectOf<'customer'>);
  }

  async idsAbout({ id, connectorId, ref }: ObjectOf<'customer'>): Promise<readonly string[]> {
    const { rows } = await sql<{ readonly id: string }>`
      with own as (select id, aliases from connectors.subjects where connector_id = ${connectorId}::uuid and customer_ref = ${ref})
      select ${id}::uuid as id union select id from own union
      select id from connectors.subjects
        where connector_id = ${connectorId}::uuid and aliases && array(select unnest(aliases) from own)`.execute(
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

  async link(id: string, resultId: string, insteadOf: string | null = null): Promise<void> {
    await this.em
      .getKysely<ConnectorsTables>()
      .updateTable('connectors.subjects')
      .set({ result_id: resultId })
      .where('id', '=', id)
      .where('result_id', 'is not distinct from', insteadOf)
      .execute();
  }

  async linkOrder(id: string, part: string, orderId: string): Promise<void> {
    await sql`update connectors.subjects set orders = jsonb_build_object(${part}::text, ${orderId}::text) || orders
      where id = ${id}::uuid`.execute(this.em.getKysely<ConnectorsTables>());
  }

  settle({ id, revision }: Pick<ProviderObject, 'id' | 'revision'>, outcome: Outcome, now: Date): Promise<void> {
    return inTransaction(this.em, 'what became of a purchase', async (transaction) => {
      const db = transaction.getKysely<ConnectorsTables>();
      const status = outcome.status === 'ignored' ? 'processed' : outcome.status;
      const { numUpdatedRows } = await db
        .updateTable('connectors.subjects')
        .set({ status, modified_at: now })
        .where('id', '=', id)
        .where('revision', '=', revision)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      await db
        .updateTable('connectors.events')
        .set({ ...columnsOf(outcome), modified_at: now })
        .where('subject_id', '=', id)
        .where('status', 'in', ['pending', 'waiting', 'failed'])
        .execute();
    });
  }

  private some(connectorId: string, kind: ObjectKind) {
    return this.em
      .getKysely<ConnectorsTables>({ convertValues: true })
      .selectFrom('connectors.subjects')
      .selectAll()
      .where('connector_id', '=', connectorId)
      .where('kind', '=', kind);
  }
}

/** Merges updates about one object, whose row is locked. Returns its id. */
async function mergeInto(
  transaction: EntityManager,
  { organizationId, connectorId }: { readonly organizationId: string; readonly connectorId: string },
  updates: readonly ProviderUpdate[],
  version: Version,
): Promise<string> {
  const db = transaction.getKysely<ConnectorsTables>({ convertValues: true });
  const [first] = updates;
  const [kind, ref] = [kindOf(first!), first!.ref];
  const nothing = { id: newId('provider-object'), organization_id: organizationId, connector_id: connectorId, kind, ref };
  await sql`insert into connectors.subjects (id, organization_id, connector_id, kind, ref, aliases, knowledge, revision, status, created_at)
    values (${nothing.id}::uuid, ${organizationId}::uuid, ${connectorId}::uuid, ${kind}, ${ref}, '{}', '{}', 0, 'pending', now())
    on conflict (connector_id, kind, ref) do nothing`.execute(db);
  const row = await db
    .selectFrom('connectors.subjects')
    .selectAll()
    .where('connector_id', '=', connectorId)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = 'kind' in row.knowledge ? fromStored(row.knowledge) : undefined;
  const reported = updates.reduce<ReportedState | undefined>((state, update) => withUpdate(state, update, version), before)!;
  await sql`update connectors.subjects set knowledge = ${JSON.stringify(toStored(reported))}::jsonb, customer_ref = ${customerRefOf(reported)},
    subscription_ref = ${subscriptionRefOf(reported)}, aliases = ${aliasesOf(reported)}::text[], status = 'pending', revision = revision + 1
    where id = ${row.id}::uuid`.execute(db);
  return row.id;
}

function customerRefOf(reported: ReportedState): string | null {
  if (reported.kind === 'subscription') return reported.snapshot?.update.customerRef ?? null;
  return reported.kind === 'payment' ? (reported.payment?.update.customerRef ?? null) : null;
}

const subscriptionRefOf = (reported: ReportedState): string | null =>
  reported.kind === 'payment' ? (reported.payment?.update.subscriptionRef ?? null) : null;

const aliasesOf = (reported: ReportedState): readonly string[] => ('aliases' in reported ? reported.aliases : []);

const toProviderObject = (row: Row): ProviderObject => ({
  id: row.id,
  organizationId: row.organization_id,
  connectorId: row.connector_id,
  ref: row.ref,
  reported: inCurrentForm(fromStored(row.knowledge)),
  revision: row.revision,
  resultId: row.result_id,
  orders: row.orders,
});
