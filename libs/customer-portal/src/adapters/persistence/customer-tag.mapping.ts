import { defineEntity, p } from '@mikro-orm/core';

/** A tag of a customer. */
export const CustomerTagMapping = defineEntity({
  name: 'CustomerTagRow',
  schema: 'customer_portal',
  tableName: 'customer_tags',
  properties: {
    organizationId: p.uuid().primary(),
    tag: p.text().primary(),
    customerId: p.uuid().primary(),
  },
});
