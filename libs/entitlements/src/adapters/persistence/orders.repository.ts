import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import {
  BatchTable,
  inTransaction,
  type LockedAggregates,
  newAggregates,
  pgPool,
  type StoredProperties,
} from '#engine/persistence';
import type { Order } from '../../domain/order.ts';
import { Orders, type WhichOrder } from '../../domain/orders.ts';
import type { Refund } from '../../domain/refund.ts';
import type { ExternalId } from '../../domain/purchase.ts';
import { PurchasesByExternalId, rethrowAsTaken, purchaseInsertion } from './external-ids.ts';
import { eraseBatch } from './erase-batch.ts';
import { OrderMapping, orderRows } from './order.mapping.ts';
import { refundRows } from './refund.mapping.ts';

const INSERT = BatchTable.of(OrderMapping).insert('orders-insert');

/** With addresses as the mapping stores them, which makes them so itself. */
type Stored = StoredProperties<typeof OrderMapping>;

const DETAILS = {
  table: 'entitlements.orders',
  assignments: `billing_name = null, billing_address = null, invoice = null, receipt = null, metadata = '{}'`,
  remaining: `billing_name is not null or billing_address is not null or invoice is not null or receipt is not null or metadata <> '{}'`,
} as const;
const DETAILS_OF_REFUNDS = {
  table: 'entitlements.refunds',
  assignments: `comment = null, metadata = '{}'`,
  remaining: `comment is not null or metadata <> '{}'`,
} as const;
const ERASE_TAGS = `delete from entitlements.order_tags where organization_id = ? and order_id in (
  select id from entitlements.orders where organization_id = ? and customer_id = ?)`;

@Injectable()
export class MikroOrmOrders extends Orders {
  private readonly insertion: ReturnType<typeof purchaseInsertion<Order>>;
  private readonly byExternalId: PurchasesByExternalId;

  constructor(private readonly em: EntityManager) {
    super();
    this.byExternalId = new PurchasesByExternalId(em, 'orders');
    this.insertion = purchaseInsertion(
      () => pgPool(em),
      'new Order',
      'orders',
      (orders) => INSERT.of(orders.map(({ snapshot }) => snapshot as unknown as Stored)),
    );
  }

  add(order: Order): Promise<void> {
    return this.insertion.insert(newAggregates([order])).catch(rethrowAsTaken);
  }

  findByExternalId(organizationId: string, externalId: ExternalId): Promise<string | undefined> {
    return this.byExternalId.idOf(organizationId, externalId);
  }

  async find(which: WhichOrder): Promise<Readonly<Order>> {
    const [order] = await orderRows.find(this.em.fork(), selected(which));
    if (!order) throw new ResourceNotFound();
    return order;
  }

  async orderOfRefund(which: WhichOrder): Promise<string> {
    const [refund] = await refundRows.find(this.em.fork(), selected(which));
    if (!refund) throw new ResourceNotFound();
    return refund.snapshot.orderId;
  }

  change<T>(which: WhichOrder, by: (order: Order) => Sync<T>): Promise<T> {
    return inTransaction(this.em, orderRows.name, async (transaction) =>
      change(transaction, await orderRows.lock(transaction, selected(which)), by),
    );
  }

  changeWithRefunds<T>(which: WhichOrder, by: (order: Order, refunds: readonly Refund[]) => Sync<T>): Promise<T> {
    return inTransaction(this.em, orderRows.name, async (transaction) => {
      const orders = await orderRows.lock(transaction, selected(which));
      const newestFirst = { orderBy: { createdAt: 'desc', id: 'desc' } };
      const refunds = await refundRows.lock(transaction, { orderId: orders.all.map(({ id }) => id) }, newestFirst);
      const outcome = await change(transaction, orders, (order) => by(order, refunds.all));
      await refunds.save();
      return outcome;
    });
  }

  async eraseDetails(organizationId: string, customerId: string): Promise<number> {
    await this.em.fork().execute(ERASE_TAGS, [organizationId, organizationId, customerId]);
    const orders = await eraseBatch(this.em, DETAILS, organizationId, customerId);
    return orders > 0 ? orders : eraseBatch(this.em, DETAILS_OF_REFUNDS, organizationId, customerId);
  }
}

const selected = ({ id, organizations }: WhichOrder): object => ({ id, organizationId: { $in: [...organizations] } });

/** Stores the refunds that the change adds, too. */
async function change<T>(transaction: EntityManager, locked: LockedAggregates<Order>, by: (order: Order) => Sync<T>): Promise<T> {
  const outcome = await locked.change(by);
  for (const order of locked.all) await refundRows.insert(transaction, order.pullRefunds());
  return outcome;
}
