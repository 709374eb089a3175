import { defineEntity, p } from '@mikro-orm/postgresql';
import { AddressJson, entityClass } from '#platform/persistence';
import { Order } from '../../domain/order.ts';

export const OrderMapping = defineEntity({
  class: entityClass(Order),
  schema: 'entitlements',
  tableName: 'orders',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    customerId: p.uuid(),
    productId: p.uuid(),
    description: p.text(),
    items: p.json(),
    currency: p.text(),
    amount: p.integer(),
    seats: p.integer().nullable(),
    metadata: p.json(),
    status: p.text(),
    billingName: p.text().nullable(),
    billingAddress: p.type(AddressJson).nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});
