import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { addAll } from '#platform/persistence';
import type { Order } from '../../domain/order.ts';
import { Orders } from '../../domain/orders.ts';

@Injectable()
export class MikroOrmOrders extends Orders {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(order: Order): Promise<void> {
    return addAll(this.em, [order]);
  }
}
