import { defineEntity, p } from '@mikro-orm/core';

/** A tag of a order. */
export const OrderTagMapping = defineEntity({
  name: 'OrderTagRow',
  schema: 'entitlements',
  tableName: 'order_tags',
  properties: {
    organizationId: p.uuid().primary(),
    tag: p.text().primary(),
    orderId: p.uuid().primary(),
  },
});
