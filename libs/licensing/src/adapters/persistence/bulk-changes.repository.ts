import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { ResourceNotFound, type Sync } from '#kernel';
import { OrganizationClocks } from '#platform/clocks';
import { type AggregateStore, anyOf, newAggregates, pgPool, readDb, tagsOfRecords, usedTags } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { RecordTags } from '#support/tags';
import type { BulkChange } from '../../domain/bulk/bulk-change.ts';
import { BulkChanges, type BulkKey, type BulkPart, type WhichBulkChange } from '../../domain/bulk/bulk-changes.ts';
import type { BulkChangeTables } from './bulk-change.mapping.ts';
import { bulkChangeInsertion, bulkChangeStore, type NewBulkChange } from './bulk-change-store.ts';
import type { LicensingTables } from './license-key.mapping.ts';
import { LICENSE_KEY_TAGS } from './sql/license-key-tags.ts';

const DUE = { running: 'pending', undoing: 'changed' } as const;

@Injectable()
export class PgBulkChanges extends BulkChanges {
  private readonly insertion: AggregateStore<NewBulkChange, NewBulkChange>;
  private readonly store: AggregateStore<WhichBulkChange, BulkChange>;

  constructor(
    private readonly em: EntityManager,
    keyring: Keyring,
    clocks: OrganizationClocks,
  ) {
    super();
    const pool = () => pgPool(em);
    this.insertion = bulkChangeInsertion(pool);
    this.store = bulkChangeStore(pool, { keyring, clocks });
  }

  async add(change: BulkChange, licenseKeyIds: readonly string[]): Promise<void> {
    await this.insertion.insert({ ...newAggregates([change]), licenseKeyIds });
  }

  change<T>(which: WhichBulkChange, by: (change: BulkChange) => Sync<T>): Promise<T> {
    return this.store.change(which, by);
  }

  async organizationOf(id: string, within: readonly string[]): Promise<string> {
    const row = await readDb<BulkChangeTables>(this.em)
      .selectFrom('licensing.bulk_changes')
      .select('organization_id')
      .where(anyOf('organization_id', within))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row.organization_id;
  }

  async nextPart(organizationId: string, id: string, most: number): Promise<BulkPart | undefined> {
    const db = readDb<BulkChangeTables>(this.em);
    const change = await db
      .selectFrom('licensing.bulk_changes')
      .select(['action', 'status'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!change || !(change.status in DUE)) return undefined;
    const entries = await db
      .selectFrom('licensing.bulk_change_entries')
      .select('license_key_id')
      .where('organization_id', '=', organizationId)
      .where('bulk_change_id', '=', id)
      .where('outcome', '=', DUE[change.status as keyof typeof DUE])
      .orderBy('license_key_id')
      .limit(most)
      .execute();
    return { action: change.action, licenseKeyIds: entries.map(({ license_key_id }) => license_key_id) };
  }

  async keys(organizationId: string, ids: readonly string[]): Promise<BulkKey[]> {
    const rows = await readDb<LicensingTables>(this.em)
      .selectFrom('licensing.license_keys as k')
      .select(['k.id', 'k.display_key', 'k.customer_id', 'k.member_id', 'k.status', 'k.expires_at', 'k.limit_activations'])
      .select(['k.limit_usage', 'k.benefit_id', 'k.grant_id', 'k.set_by_hand'])
      .select(
        sql<boolean>`not coalesce(k.granted_after_deletion, false) and exists (select from licensing.deleted_customers d
          where d.organization_id = k.organization_id and d.customer_id = k.customer_id)`.as('is_of_deleted_customer'),
      )
      .where('k.organization_id', '=', organizationId)
      .where(sql<boolean>`k.id = any(${ids}::uuid[])`)
      .orderBy('k.id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      displayKey: row.display_key,
      customerId: row.customer_id,
      memberId: row.member_id,
      benefitId: row.benefit_id,
      grantId: row.grant_id,
      status: row.status,
      expiresAt: row.expires_at,
      limitActivations: row.limit_activations,
      limitUsage: row.limit_usage,
      follows: (limit) => row.grant_id !== null && !row.set_by_hand.includes(limit),
      isOfDeletedCustomer: row.is_of_deleted_customer,
    }));
  }

  async tags(organizationId: string, keys: readonly BulkKey[]): Promise<ReadonlyMap<string, RecordTags>> {
    const ids = keys.map(({ id }) => id);
    const [tags, used] = await Promise.all([
      tagsOfRecords(this.em, LICENSE_KEY_TAGS, [organizationId], ids),
      usedTags(this.em, LICENSE_KEY_TAGS, [organizationId]),
    ]);
    const all = new Set(used.map(({ tag }) => tag));
    return new Map(
      keys.map(({ id, customerId }) => [id, new RecordTags({ organizationId, id, customerId }, tags.get(id) ?? [], all)]),
    );
  }
}
