import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';

/** How often the keys of an organization were validated and activated in an hour. */
export const KeyActivityMapping = defineEntity({
  name: 'KeyActivityRow',
  schema: 'licensing',
  tableName: 'key_activity',
  properties: {
    organizationId: p.uuid().primary(),
    hour: p.datetime().primary(),
    validations: p.bigint('number'),
    activations: p.bigint('number'),
  },
});

export interface KeyActivityTables {
  'licensing.key_activity': InferKyselyTable<typeof KeyActivityMapping>;
}
