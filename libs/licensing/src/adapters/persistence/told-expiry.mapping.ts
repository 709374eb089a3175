import { defineEntity, p } from '@mikro-orm/core';

/** When an organization was last told of license keys that expire soon, and of those until which end. */
export const ToldExpiryMapping = defineEntity({
  name: 'ToldExpiryRow',
  schema: 'licensing',
  tableName: 'told_expiries',
  properties: {
    organizationId: p.uuid().primary(),
    toldAt: p.datetime(3),
    toldUntil: p.datetime(3),
  },
});
