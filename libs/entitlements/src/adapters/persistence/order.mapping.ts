import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Address } from '#kernel';
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
    items: p.json<readonly { readonly id: string; readonly price_id: string; readonly amount: number }[]>(),
    currency: p.text(),
    amount: p.integer(),
    seats: p.integer().nullable(),
    metadata: p.json<{ [key: string]: string | number | boolean }>(),
    status: p.text().$type<'paid'>(),
    billingName: p.text().nullable(),
    billingAddress: p.type(AddressJson).$type<Address>().nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});
