import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { addAll, changeOne } from '#platform/persistence';
import { Order } from '../../domain/order.ts';
import { Orders, type WhichOrder } from '../../domain/orders.ts';
import type { ExternalId } from '../../domain/purchase.ts';
import { idByExternalId, rethrowAsTaken } from './external-ids.ts';

@Injectable()
export class MikroOrmOrders extends Orders {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(order: Order): Promise<void> {
    return addAll(this.em, [order]).catch(rethrowAsTaken);
  }

  findByExternalId(organizationId: string, externalId: ExternalId): Promise<string | undefined> {
    return idByExternalId(this.em, 'entitlements.orders', organizationId, externalId);
  }

  change<T>({ id, organizations }: WhichOrder, by: (order: Order) => Sync<T>): Promise<T> {
    return changeOne(this.em, Order, { id, organizationId: { $in: [...organizations] } }, by);
  }
}
