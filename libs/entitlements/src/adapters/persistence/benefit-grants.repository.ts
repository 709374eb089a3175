import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Settled } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { changeOne } from '#platform/persistence';
import { BenefitGrant } from '../../domain/benefit-grant.ts';
import { BenefitGrants, type GrantedTo, type PurchaseInBrief, type WhichPurchase } from '../../domain/benefit-grants.ts';
import { Entitlement, type GrantingPurchase } from '../../domain/entitlement.ts';
import { Order } from '../../domain/order.ts';
import { Subscription } from '../../domain/subscription.ts';
import type { EntitlementsTables } from './rows.mapping.ts';

const BATCH = 200;

const tableOf = (which: WhichPurchase) => ('orderId' in which ? 'entitlements.orders' : 'entitlements.subscriptions');
const idOf = (which: WhichPurchase): string => ('orderId' in which ? which.orderId : which.subscriptionId);

@Injectable()
export class MikroOrmBenefitGrants extends BenefitGrants {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async purchase(which: WhichPurchase): Promise<PurchaseInBrief | undefined> {
    const row = await this.em
      .getKysely<EntitlementsTables>()
      .selectFrom(tableOf(which))
      .select(['customer_id', 'product_id', 'entitlement_revision'])
      .where('organization_id', '=', which.organizationId)
      .where('id', '=', idOf(which))
      .executeTakeFirst();
    return row && { customerId: row.customer_id, productId: row.product_id, revision: row.entitlement_revision };
  }

  decide(which: WhichPurchase, revision: number, by: (entitlement: Entitlement) => void): Promise<boolean> {
    return this.em.fork().transactional(async (transaction) => {
      const claimed = await claim(transaction, which, revision);
      if (!claimed) return false;
      const purchase = await purchaseOf(transaction, which);
      const { organizationId, ...source } = which;
      const grants = await transaction.find(BenefitGrant, { organizationId, ...source } as FilterQuery<BenefitGrant>);
      const entitlement = new Entitlement(purchase, grants);
      by(entitlement);
      transaction.persist(entitlement.grants);
      await transaction.flush();
      await recordEvents(transaction, entitlement.pullEvents());
      return true;
    });
  }

  change<T>(
    which: { readonly id: string; readonly organizationId: string },
    by: (grant: BenefitGrant) => Settled<T>,
  ): Promise<T> {
    return changeOne(this.em, BenefitGrant, which, by);
  }

  changeGranted(whose: GrantedTo, after: string | null, by: (grant: BenefitGrant) => void): Promise<string | null> {
    const where = { ...whose, grantedAt: { $ne: null }, ...(after ? { id: { $gt: after } } : {}) };
    return this.em.fork().transactional(async (transaction) => {
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

  async purchasesOf(organizationId: string, productId: string, after: string | null): Promise<WhichPurchase[]> {
    const beyond = after === null ? sql`true` : sql`id > ${after}`;
    const some = (table: string, kind: string, condition: RawBuilder<unknown>) => sql`
      (select id, ${sql.lit(kind)} as kind from ${sql.table(table)}
       where organization_id = ${organizationId} and product_id = ${productId} and ${condition} and ${beyond}
       order by id limit ${BATCH})`;
    const granted = sql`exists (select 1 from entitlements.benefit_grants g
      where g.organization_id = subscriptions.organization_id and g.subscription_id = subscriptions.id and g.granted_at is not null)`;
    const { rows } = await sql<{ id: string; kind: 'subscription' | 'order' }>`
      ${some('entitlements.subscriptions', 'subscription', sql`(status <> 'canceled' or ${granted})`)}
      union all ${some('entitlements.orders', 'order', sql`true`)}
      order by id limit ${BATCH}`.execute(this.em.getKysely<object>());
    return rows.map(({ id, kind }) =>
      kind === 'order' ? { organizationId, orderId: id } : { organizationId, subscriptionId: id },
    );
  }
}

/** Counts the decision and locks the purchase with that; false where it is no longer at this revision. */
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

async function purchaseOf(transaction: EntityManager, which: WhichPurchase): Promise<GrantingPurchase> {
  if ('orderId' in which) {
    const { organizationId, customerId, seats } = await transaction.findOneOrFail(Order, {
      id: which.orderId,
    } as FilterQuery<Order>);
    return { organizationId, customerId, seats, subscriptionId: null, orderId: which.orderId, entitles: true };
  }
  const subscription = await transaction.findOneOrFail(Subscription, { id: which.subscriptionId } as FilterQuery<Subscription>);
  const { organizationId, customerId, seats, entitles } = subscription;
  return { organizationId, customerId, seats, subscriptionId: subscription.id, orderId: null, entitles };
}
