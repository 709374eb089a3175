import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { ResourceNotFound, type Sync } from '#kernel';
import { asBulkWork, isBulkWork, lastEventId, MOST_EVENTS_OF_INTERACTIVE_CHANGE } from '#engine/outbox';
import { type AggregateStore, pgPool, rowStore } from '#engine/persistence';
import type { BenefitGrant } from '../../domain/benefit-grant.ts';
import {
  BenefitGrants,
  type Beneficiary,
  type FoundGrant,
  type HeldGrant,
  type GrantedTo,
  type PurchaseInBrief,
  purchasesOfGrants,
  type WhichGrant,
  type PurchaseReference,
} from '../../domain/benefit-grants.ts';
import type { Entitlement } from '../../domain/entitlement.ts';
import { grantRows } from './benefit-grant.mapping.ts';
import { EntitlementDecisions } from './entitlement-decisions.ts';
import { PurchaseLookups } from './purchase-lookups.ts';

const BATCH = 200;

interface Identified {
  readonly id: string;
  readonly organizationId: string;
}

const idOf = (which: PurchaseReference): string => ('orderId' in which ? which.orderId : which.subscriptionId);

@Injectable()
export class SqlBenefitGrants extends BenefitGrants {
  private readonly lookups: PurchaseLookups;
  private readonly decisions: EntitlementDecisions;
  private readonly grants: AggregateStore<Identified, BenefitGrant>;

  constructor(private readonly em: EntityManager) {
    super();
    const pool = () => pgPool(em);
    this.lookups = new PurchaseLookups(em);
    this.decisions = new EntitlementDecisions(pool);
    this.grants = rowStore(pool, grantRows, { by: ['organizationId', 'id'], placesOf: (which: Identified) => [which] });
  }

  purchase(beneficiary: Beneficiary): Promise<PurchaseInBrief | undefined> {
    return this.lookups.purchase(beneficiary);
  }

  sync(beneficiary: Beneficiary, revision: number, by: (entitlement: Entitlement) => void): Promise<boolean> {
    return this.decisions.decide({ beneficiary, revision }, by);
  }

  change<T>(which: Identified, by: (grant: BenefitGrant) => Sync<T>): Promise<T> {
    return this.grants.change(which, by);
  }

  lastEventId(): Promise<number> {
    return lastEventId(this.em);
  }

  async find({ id, organizations }: WhichGrant): Promise<FoundGrant> {
    const grant = await this.lookups.grant(id, organizations);
    if (!grant) throw new ResourceNotFound();
    return grant;
  }

  /** The grants are found first and then changed, as one group, unless they are no longer granted to the beneficiary. */
  async changeGranted(beneficiary: GrantedTo, after: string | null, by: (grant: BenefitGrant) => void): Promise<string | null> {
    const { organizationId } = beneficiary;
    const ids = await this.idsOfGranted(beneficiary, after);
    const isMeant = (grant: BenefitGrant): boolean =>
      grant.isGranted &&
      ('benefitId' in beneficiary ? grant.benefitId === beneficiary.benefitId : grant.customerId === beneficiary.customerId);
    await asBulkWork(isBulkWork() || ids.length > MOST_EVENTS_OF_INTERACTIVE_CHANGE, () =>
      Promise.all(
        ids.map((id) =>
          this.change({ id, organizationId }, (grant) => {
            if (isMeant(grant)) by(grant);
          }),
        ),
      ),
    );
    return ids.length === BATCH ? ids.at(-1)! : null;
  }

  private async idsOfGranted(beneficiary: GrantedTo, after: string | null): Promise<string[]> {
    const [column, value] =
      'benefitId' in beneficiary
        ? (['benefit_id', beneficiary.benefitId] as const)
        : (['customer_id', beneficiary.customerId] as const);
    const { rows } = await sql<{ id: string }>`
      select id from entitlements.benefit_grants
      where organization_id = ${beneficiary.organizationId} and ${sql.ref(column)} = ${value} and granted_at is not null
        and ${after === null ? sql`true` : sql`id > ${after}`}
      order by id limit ${BATCH}`.execute(this.em.getKysely<object>());
    return rows.map(({ id }) => id);
  }

  async heldBy(which: PurchaseReference, customerId: string, after: string | null): Promise<HeldGrant[]> {
    const { rows } = await sql<HeldGrant>`
      select id, member_id as "memberId" from entitlements.benefit_grants
      where organization_id = ${which.organizationId} and ${sql.ref('orderId' in which ? 'order_id' : 'subscription_id')} = ${idOf(which)}
        and customer_id = ${customerId} and ${after === null ? sql`true` : sql`id > ${after}`}
      order by id limit ${BATCH}`.execute(this.em.getKysely<object>());
    return rows;
  }

  async membersGranted(which: PurchaseReference, after: string | null): Promise<string[]> {
    const { rows } = await sql<{ member_id: string }>`
      select distinct member_id from entitlements.benefit_grants
      where organization_id = ${which.organizationId} and ${sql.ref('orderId' in which ? 'order_id' : 'subscription_id')} = ${idOf(which)}
        and member_id is not null and granted_at is not null and ${after === null ? sql`true` : sql`member_id > ${after}`}
      order by member_id limit ${BATCH}`.execute(this.em.getKysely<object>());
    return rows.map(({ member_id }) => member_id);
  }

  async purchasesWith(organizationId: string, benefitId: string, after: string | null) {
    const { rows } = await sql<{ id: string; orderId: string | null; subscriptionId: string | null }>`
      select id, order_id as "orderId", subscription_id as "subscriptionId" from entitlements.benefit_grants
      where organization_id = ${organizationId} and benefit_id = ${benefitId} and granted_at is not null
        and ${after === null ? sql`true` : sql`id > ${after}`}
      order by id limit ${BATCH}`.execute(this.em.getKysely<object>());
    const purchases = purchasesOfGrants(rows.map((row) => ({ ...row, organizationId })));
    return { purchases, last: rows.length === BATCH ? rows.at(-1)!.id : null };
  }

  async purchasesOf(organizationId: string, productId: string, after: string | null): Promise<PurchaseReference[]> {
    const beyond = after === null ? sql`true` : sql`id > ${after}`;
    const some = (table: string, kind: string, condition: RawBuilder<unknown>) => sql`
      (select id, ${sql.lit(kind)} as kind from ${sql.table(table)}
       where organization_id = ${organizationId} and ${condition} and ${beyond}
       order by id limit ${BATCH})`;
    const ofProduct = sql`product_id = ${productId}`;
    const amongOthers = sql`further_product_ids <> '[]' and further_product_ids @> jsonb_build_array(${productId}::text)`;
    const granted = sql`exists (select 1 from entitlements.benefit_grants g
      where g.organization_id = subscriptions.organization_id and g.subscription_id = subscriptions.id and g.granted_at is not null)`;
    const { rows } = await sql<{ id: string; kind: 'subscription' | 'order' }>`
      ${some('entitlements.subscriptions', 'subscription', sql`${ofProduct} and (status <> 'canceled' or ${granted})`)}
      union all ${some('entitlements.orders', 'order', sql`${ofProduct} and subscription_id is null`)}
      union all ${some('entitlements.orders', 'order', amongOthers)}
      order by id limit ${BATCH}`.execute(this.em.getKysely<object>());
    return rows.map(({ id, kind }) =>
      kind === 'order' ? { organizationId, orderId: id } : { organizationId, subscriptionId: id },
    );
  }
}
