import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { recordEvents } from '#engine/outbox';
import { inTransaction, readDb } from '#engine/persistence';
import { AttachedGrantPlaced } from '../../domain/keys/attached-grants.events.ts';
import {
  type AttachedGrant,
  AttachedGrants,
  type KeysToExtend,
  type PlacedGrant,
  type PurchaseOfAttached,
} from '../../domain/keys/attached-grants.ts';
import type { AttachedGrantTables } from './attached-grant.mapping.ts';
import type { LicensingTables } from './license-key.mapping.ts';
import { isUsableKey } from './sql/usable-keys.ts';

type Row = Selectable<AttachedGrantTables['licensing.attached_grants']>;
type Tables = AttachedGrantTables & LicensingTables;

const BATCH = 100;

@Injectable()
export class PgAttachedGrants extends AttachedGrants {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async find(organizationId: string, grantId: string): Promise<PlacedGrant | undefined> {
    const row = await readDb<AttachedGrantTables>(this.em)
      .selectFrom('licensing.attached_grants')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('grant_id', '=', grantId)
      .executeTakeFirst();
    return row && toPlaced(row);
  }

  place(grant: AttachedGrant, before: PlacedGrant | undefined, purchase: PurchaseOfAttached): Promise<PlacedGrant | undefined> {
    return inTransaction(this.em, 'place of a grant', async (transaction) => {
      const placement = (before?.placement ?? 0) + 1;
      const { organizationId, grantId, revision, since } = grant;
      const columns = {
        license_key_id: grant.licenseKeyId,
        customer_id: grant.customerId,
        member_id: grant.memberId,
        key_benefit_id: grant.keyBenefitId,
        is_waiting: grant.isWaiting,
        revision,
        placement,
        since,
      };
      const stored = await transaction
        .getKysely<AttachedGrantTables>()
        .insertInto('licensing.attached_grants')
        .values({ organization_id: organizationId, grant_id: grantId, ...columns })
        .onConflict((conflict) =>
          conflict
            .columns(['organization_id', 'grant_id'])
            .doUpdateSet(columns)
            .where('licensing.attached_grants.placement', '=', placement - 1)
            .where('licensing.attached_grants.revision', '<=', revision),
        )
        .returning('placement')
        .executeTakeFirst();
      if (!stored) return undefined;
      const isNews = grant.isWaiting !== (before?.isWaiting ?? false);
      await recordEvents(transaction, isNews ? [new AttachedGrantPlaced(grant, since, purchase)] : []);
      return { ...grant, placement };
    });
  }

  async newestKey({ organizationId, customerId, memberId, benefitId }: KeysToExtend, at: Date): Promise<string | undefined> {
    const key = await readDb<LicensingTables>(this.em)
      .selectFrom('licensing.license_keys as k')
      .select('k.id')
      .where('k.organization_id', '=', organizationId)
      .where('k.customer_id', '=', customerId)
      .where('k.benefit_id', '=', benefitId)
      .where(isUsableKey(at, sql`${memberId}::uuid`))
      .orderBy('k.created_at', 'desc')
      .orderBy('k.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return key?.id;
  }

  async someDeliverable(at: Date, organizationId?: string): Promise<Pick<AttachedGrant, 'organizationId' | 'grantId'>[]> {
    let grants = readDb<Tables>(this.em)
      .selectFrom('licensing.attached_grants as g')
      .select(['g.organization_id as organizationId', 'g.grant_id as grantId'])
      .where(sql<SqlBool>`g.is_waiting`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('licensing.license_keys as k')
            .select('k.id')
            .whereRef('k.organization_id', '=', 'g.organization_id')
            .whereRef('k.customer_id', '=', 'g.customer_id')
            .whereRef('k.benefit_id', '=', 'g.key_benefit_id')
            .where(isUsableKey(at, sql`g.member_id`)),
        ),
      );
    if (organizationId !== undefined) grants = grants.where('g.organization_id', '=', organizationId);
    return grants.limit(BATCH).execute();
  }

  async moveToCustomer(organizationId: string, from: string, to: string): Promise<void> {
    await this.em
      .fork()
      .getKysely<AttachedGrantTables>()
      .updateTable('licensing.attached_grants')
      .set({ customer_id: to })
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', from)
      .where(sql<SqlBool>`is_waiting`)
      .execute();
  }
}

const toPlaced = (row: Row): PlacedGrant => ({
  organizationId: row.organization_id,
  grantId: row.grant_id,
  licenseKeyId: row.license_key_id,
  customerId: row.customer_id,
  memberId: row.member_id,
  keyBenefitId: row.key_benefit_id,
  isWaiting: row.is_waiting,
  revision: row.revision,
  placement: row.placement,
  since: row.since,
});
