import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { ResourceNotFound, type Sync } from '#kernel';
import { lastEventId, recordEvents } from '#platform/outbox';
import { anyOf, changeOne, inTransaction } from '#platform/persistence';
import { BenefitGrant } from '../../domain/benefit-grant.ts';
import {
  BenefitGrants,
  type Beneficiary,
  type FoundGrant,
  type GrantedTo,
  type PurchaseInBrief,
  type WhichGrant,
  type WhichPurchase,
} from '../../domain/benefit-grants.ts';
import { Entitlement, type GrantingPurchase } from '../../domain/entitlement.ts';
import { Order } from '../../domain/order.ts';
import { Subscription } from '../../domain/subscription.ts';
import type { EntitlementsTables } from './entitlements-tables.mapping.ts';
import { withheldByDispute } from './sql/withheld-by-dispute.ts';

const BATCH = 200;

const tableOf = (which: WhichPurchase) => ('orderId' in which ? 'entitlements.orders' : 'entitlements.subscriptions');
const idOf = (which: WhichPurchase): string => ('orderId' in which ? which.orderId : which.subscriptionId);

@Injectable()
export class MikroOrmBenefitGrants extends BenefitGrants {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async purchase(beneficiary: Beneficiary): Promise<PurchaseInBrief | undefined> {
    const tables = this.em.getKysely<EntitlementsTables>();
    const holder = tables
      .selectFrom('entitlements.seat_holders')
      .select('revision')
      .where('organization_id', '=', beneficiary.organizationId)
      .where('purchase_id', '=', idOf(beneficiary))
      .where('member_id', '=', beneficiary.memberId ?? null);
    const boughtAt = 'orderId' in beneficiary ? sql.ref('created_at') : sql`coalesce(product_changed_at, created_at)`;
    const further = 'orderId' in beneficiary ? sql.ref('further_product_ids') : sql.lit('[]');
    const row = await tables
      .selectFrom(tableOf(beneficiary))
      .select(['customer_id', 'recipient_id', 'product_id', 'seats', 'entitlement_revision', holder.as('holder_revision')])
      .select(sql<string[]>`${further}::jsonb`.as('further_product_ids'))
      .select(sql<number>`extract(epoch from ${boughtAt})::float8 * 1000`.as('bought_at_ms'))
      .where('organization_id', '=', beneficiary.organizationId)
      .where('id', '=', idOf(beneficiary))
      .executeTakeFirst();
    return (
      row && {
        customerId: row.recipient_id ?? row.customer_id,
        productIds: [row.product_id, ...row.further_product_ids],
        boughtAt: new Date(row.bought_at_ms),
        isBySeats: row.seats !== null,
        revision: beneficiary.memberId === undefined ? row.entitlement_revision : (row.holder_revision ?? 0),
      }
    );
  }

  sync(beneficiary: Beneficiary, revision: number, by: (entitlement: Entitlement) => void): Promise<boolean> {
    const { memberId = null, ...which } = beneficiary;
    return inTransaction(this.em, 'BenefitGrant', async (transaction) => {
      const claimed =
        memberId === null ? await claim(transaction, which, revision) : await claimFor(transaction, beneficiary, revision);
      if (!claimed) return false;
      const purchase = await purchaseOf(transaction, which);
      if (!purchase) return false;
      const own = purchase.seats === null ? which : { ...which, memberId };
      const grants = await transaction.find(BenefitGrant, own as FilterQuery<BenefitGrant>);
      const entitlement = new Entitlement(purchase, grants, memberId);
      by(entitlement);
      transaction.persist(entitlement.grants);
      await transaction.flush();
      await recordEvents(transaction, entitlement.pullEvents());
      return true;
    });
  }

  change<T>(which: { readonly id: string; readonly organizationId: string }, by: (grant: BenefitGrant) => Sync<T>): Promise<T> {
    return changeOne(this.em, BenefitGrant, which, by);
  }

  lastEventId(): Promise<number> {
    return lastEventId(this.em);
  }

  async find({ id, organizations }: WhichGrant): Promise<FoundGrant> {
    const row = await this.em
      .getKysely<EntitlementsTables>()
      .selectFrom('entitlements.benefit_grants')
      .select(['organization_id', 'customer_id', 'benefit_id'])
      .where('id', '=', id)
      .where(anyOf('organization_id', organizations))
      .executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return { organizationId: row.organization_id, customerId: row.customer_id, benefitId: row.benefit_id };
  }

  changeGranted(beneficiary: GrantedTo, after: string | null, by: (grant: BenefitGrant) => void): Promise<string | null> {
    const where = { ...beneficiary, grantedAt: { $ne: null }, ...(after ? { id: { $gt: after } } : {}) };
    return inTransaction(this.em, 'BenefitGrant', async (transaction) => {
      const grants = await transaction.find(BenefitGrant, where as FilterQuery<BenefitGrant>, {
        lockMode: LockMode.PESSIMISTIC_WRITE,
        orderBy: { id: 'asc' } as never,
        limit: BATCH,
      });
      for (const grant of grants) by(grant);
      await transaction.flush();
      await recordEvents(
        transaction,
        grants.flatMap((grant) => grant.pullEvents()),
      );
      return grants.length === BATCH ? grants.at(-1)!.id : null;
    });
  }

  async membersGranted(which: WhichPurchase, after: string | null): Promise<string[]> {
    const { rows } = await sql<{ member_id: string }>`
      select distinct member_id from entitlements.benefit_grants
      where organization_id = ${which.organizationId} and ${sql.ref('orderId' in which ? 'order_id' : 'subscription_id')} = ${idOf(which)}
        and member_id is not null and granted_at is not null and ${after === null ? sql`true` : sql`member_id > ${after}`}
      order by member_id limit ${BATCH}`.execute(this.em.getKysely<object>());
    return rows.map(({ member_id }) => member_id);
  }

  async purchasesOf(organizationId: string, productId: string, after: string | null): Promise<WhichPurchase[]> {
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

/** Increments the revision, which locks the purchase; false if the revision has changed in the meantime. */
async function claim(transaction: EntityManager, which: WhichPurchase, revision: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .getKysely<EntitlementsTables>()
    .updateTable(tableOf(which))
    .set({ entitlement_revision: revision + 1 })
    .where('organization_id', '=', which.organizationId)
    .where('id', '=', idOf(which))
    .where('entitlement_revision', '=', revision)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The same for a seat holder, without locking the purchase, so that many holders can be processed concurrently. */
async function claimFor(transaction: EntityManager, beneficiary: Beneficiary, revision: number): Promise<boolean> {
  const { rows } = await sql`
    insert into entitlements.seat_holders as h (organization_id, purchase_id, member_id, revision)
    values (${beneficiary.organizationId}, ${idOf(beneficiary)}, ${beneficiary.memberId}, 1)
    on conflict (organization_id, purchase_id, member_id) do update set revision = h.revision + 1 where h.revision = ${revision}
    returning revision`.execute(transaction.getKysely<object>());
  return rows.length === 1;
}

async function purchaseOf(transaction: EntityManager, which: WhichPurchase): Promise<GrantingPurchase | undefined> {
  const { organizationId } = which;
  if ('orderId' in which) {
    const order = await transaction.findOne(Order, { id: which.orderId, organizationId } as FilterQuery<Order>);
    if (!order) return undefined;
    const { beneficiaryId: customerId, seats } = order;
    const entitles = order.entitles && !(await isWithheld(transaction, order.id));
    return { organizationId, customerId, seats, subscriptionId: null, orderId: which.orderId, entitles };
  }
  const where = { id: which.subscriptionId, organizationId } as FilterQuery<Subscription>;
  const subscription = await transaction.findOne(Subscription, where);
  if (!subscription) return undefined;
  const { beneficiaryId: customerId, seats, entitles } = subscription;
  return { organizationId, customerId, seats, subscriptionId: subscription.id, orderId: null, entitles };
}

async function isWithheld(transaction: EntityManager, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ withheld: boolean }>`select ${withheldByDispute(orderId)} as withheld`.execute(
    transaction.getKysely<object>(),
  );
  return rows[0]!.withheld;
}
