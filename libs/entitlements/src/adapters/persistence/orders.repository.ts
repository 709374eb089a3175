import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { addAll, changeOne } from '#platform/persistence';
import { Order } from '../../domain/order.ts';
import { Orders, type WhichOrder } from '../../domain/orders.ts';
import { eraseBatch } from './erase-batch.ts';

const DETAILS = {
  table: 'entitlements.orders',
  assignments: `billing_name = null, billing_address = null, metadata = '{}'`,
  remaining: `billing_name is not null or billing_address is not null or metadata <> '{}'`,
} as const;

@Injectable()
export class MikroOrmOrders extends Orders {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(order: Order): Promise<void> {
    return addAll(this.em, [order]);
  }

  change<T>({ id, organizations }: WhichOrder, by: (order: Order) => Sync<T>): Promise<T> {
    return changeOne(this.em, Order, { id, organizationId: { $in: [...organizations] } }, by);
  }

  eraseDetails(organizationId: string, customerId: string): Promise<number> {
    return eraseBatch(this.em, DETAILS, organizationId, customerId);
  }
}
