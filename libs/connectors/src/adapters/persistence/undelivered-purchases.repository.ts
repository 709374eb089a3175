import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { newId, ResourceNotFound } from '#kernel';
import { recordEvents } from '#engine/outbox';
import { anyOf, inTransaction, recordAction } from '#engine/persistence';
import {
  type ConnectorSource,
  type PurchaseSource,
  type Replacement,
  replacementOf,
  type Resolution,
  type StoredUndelivered,
  undeliveredEvent,
  type UndeliveredPurchase,
  UndeliveredPurchases,
  type UndeliveredSource,
  type WhichUndelivered,
} from '../../domain/undelivered-purchases.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';
import { undeliveredColumns, columnsOfResolution, OPEN, toUndelivered, type UndeliveredRow } from './undelivered-purchase-row.ts';
import { reportUndelivered } from './undelivered-reports.ts';

@Injectable()
export class SqlUndeliveredPurchases extends UndeliveredPurchases {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async replaceOf(source: ConnectorSource, undelivered: readonly UndeliveredPurchase[], now: Date): Promise<void> {
    if (undelivered.length === 0) return this.removeOf(source);
    return inTransaction(this.em, 'what was not delivered', async (transaction) => {
      if (source.kind === 'subject' && !(await isLatest(transaction, source))) return;
      await replace(transaction, source, replacementOf(await storedOf(transaction, source), undelivered), now);
    });
  }

  /** Most events leave nothing undelivered: one statement says so. */
  private async removeOf(source: ConnectorSource): Promise<void> {
    const { organizationId, kind, id } = source;
    const db = this.em.getKysely<ConnectorsTables>();
    let removed = db
      .deleteFrom('connectors.undelivered_purchases')
      .where('organization_id', '=', organizationId)
      .where('source_kind', '=', kind)
      .where('source_id', '=', id)
      .where((where) => where.or([where('resolution', 'is', null), where('resolution', '<>', 'delivered')]));
    if (source.kind === 'subject') {
      const object = db.selectFrom('connectors.subjects').select('id').where('id', '=', id);
      removed = removed.where(({ exists }) => exists(object.where('revision', '=', source.revision)));
    }
    await removed.execute();
  }

  add(source: PurchaseSource, undelivered: UndeliveredPurchase, now: Date): Promise<void> {
    return inTransaction(this.em, 'what was not delivered of a purchase', async (transaction) => {
      const stored = (await storedOf(transaction, source)).filter(({ line }) => line === undelivered.line);
      await replace(transaction, source, replacementOf(stored, [undelivered]), now);
    });
  }

  async remove({ organizationId, kind, id }: PurchaseSource, line: string): Promise<void> {
    await this.em
      .fork()
      .getKysely<ConnectorsTables>()
      .deleteFrom('connectors.undelivered_purchases')
      .where('organization_id', '=', organizationId)
      .where('source_kind', '=', kind)
      .where('source_id', '=', id)
      .where('line', '=', line)
      .execute();
  }

  async find({ id, organizations }: WhichUndelivered): Promise<StoredUndelivered> {
    const row = await this.em
      .getKysely<ConnectorsTables>({ convertValues: true })
      .selectFrom('connectors.undelivered_purchases')
      .selectAll()
      .where('id', '=', id)
      .where(anyOf('organization_id', organizations))
      .executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toUndelivered(row);
  }

  resolve({ id, organizations }: WhichUndelivered, resolution: Resolution, now: Date): Promise<void> {
    return inTransaction(this.em, 'decision about what was not delivered', async (transaction) => {
      const db = transaction.getKysely<ConnectorsTables>();
      const row = await db
        .selectFrom('connectors.undelivered_purchases')
        .select(['organization_id', 'customer_id', 'resolution'])
        .where('id', '=', id)
        .where(anyOf('organization_id', organizations))
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw new ResourceNotFound();
      if (row.resolution !== null) return;
      const columns = columnsOfResolution(resolution);
      await db
        .updateTable('connectors.undelivered_purchases')
        .set({ ...columns, resolved_at: now, modified_at: now })
        .where('id', '=', id)
        .where('organization_id', '=', row.organization_id)
        .execute();
      await recordAction(transaction, audited(id, row), columns);
    });
  }

  dismissPrice(
    price: { readonly organizationId: string; readonly connectorId: string; readonly externalPriceId: string },
    reason: string,
    now: Date,
  ): Promise<void> {
    return inTransaction(this.em, 'decision about a price', async (transaction) => {
      const columns = columnsOfResolution({ kind: 'dismissed', reason });
      const rows = await transaction
        .getKysely<ConnectorsTables>()
        .updateTable('connectors.undelivered_purchases')
        .set({ ...columns, resolved_at: now, modified_at: now })
        .where('organization_id', '=', price.organizationId)
        .where('connector_id', '=', price.connectorId)
        .where('external_price_id', '=', price.externalPriceId)
        .where('resolved_at', 'is', null)
        .returning(['id', 'organization_id', 'customer_id'])
        .execute();
      for (const row of rows) await recordAction(transaction, audited(row.id, row), columns);
    });
  }

  async eraseContacts(organizationId: string, objectIds: readonly string[]): Promise<void> {
    await this.em
      .getKysely<ConnectorsTables>()
      .updateTable('connectors.undelivered_purchases')
      .set({ email: null, name: null })
      .where('organization_id', '=', organizationId)
      .where('source_kind', '=', 'subject')
      .where(anyOf('source_id', objectIds))
      .execute();
  }

  report(now: Date): Promise<void> {
    return reportUndelivered(this.em, now);
  }
}

/** Locks the object, so that what is stored belongs to the work on it that began last. */
async function isLatest(
  transaction: EntityManager,
  { id, organizationId, revision }: Extract<ConnectorSource, { readonly kind: 'subject' }>,
): Promise<boolean> {
  const row = await transaction
    .getKysely<ConnectorsTables>({ convertValues: true })
    .selectFrom('connectors.subjects')
    .select('revision')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
  return row?.revision === revision;
}

async function storedOf(
  transaction: EntityManager,
  { organizationId, kind, id }: UndeliveredSource,
): Promise<readonly StoredUndelivered[]> {
  const rows = await transaction
    .getKysely<ConnectorsTables>({ convertValues: true })
    .selectFrom('connectors.undelivered_purchases')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('source_kind', '=', kind)
    .where('source_id', '=', id)
    .orderBy('line')
    .forUpdate()
    .execute();
  return rows.map(toUndelivered);
}

async function replace(
  transaction: EntityManager,
  source: UndeliveredSource,
  { removed, added, kept }: Replacement,
  now: Date,
): Promise<void> {
  const { organizationId } = source;
  const db = transaction.getKysely<ConnectorsTables>();
  const events = [];
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id);
    await db
      .deleteFrom('connectors.undelivered_purchases')
      .where('organization_id', '=', organizationId)
      .where('id', 'in', ids)
      .execute();
  }
  for (const { stored, now: undelivered, isReopened } of kept) {
    const { id } = stored;
    await db
      .updateTable('connectors.undelivered_purchases')
      .set({ ...undeliveredColumns(undelivered), ...(isReopened ? OPEN : {}), modified_at: now })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
    if (isReopened) events.push(undeliveredEvent(stored, undelivered, now));
  }
  for (const undelivered of added) {
    const id = newId('undelivered-purchase');
    const connectorId = 'connectorId' in source ? source.connectorId : null;
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('connectors.undelivered_purchases')
      .values({
        id,
        organization_id: organizationId,
        connector_id: connectorId,
        external_source: 'externalSource' in source ? source.externalSource : '',
        source_kind: source.kind,
        source_id: source.id,
        ...undeliveredColumns(undelivered),
        ...OPEN,
        order_id: source.kind === 'order' ? source.id : null,
        created_at: now,
        modified_at: null,
      })
      .onConflict((conflict) => conflict.columns(['organization_id', 'source_kind', 'source_id', 'line']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows) events.push(undeliveredEvent({ organizationId, id, connectorId }, undelivered, now));
  }
  await recordEvents(transaction, events);
}

const audited = (id: string, row: Pick<UndeliveredRow, 'organization_id' | 'customer_id'>) => ({
  type: 'undelivered_purchase',
  id,
  organizationId: row.organization_id,
  customerId: row.customer_id,
});
