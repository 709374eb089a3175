import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';

/** How often uses of a key were refused with a code, and when last. */
export const KeyRefusalMapping = defineEntity({
  name: 'KeyRefusalRow',
  schema: 'licensing',
  tableName: 'key_refusals',
  properties: {
    organizationId: p.uuid().primary(),
    licenseKeyId: p.uuid().primary(),
    operation: p.text().$type<'activate' | 'validate' | 'heartbeat' | 'lease'>().primary(),
    code: p.text().primary(),
    id: p.uuid(),
    count: p.bigint('number'),
    lastAt: p.datetime(3),
  },
});

/** When it was last told that a limit of a key refused a device. */
export const ToldRefusalMapping = defineEntity({
  name: 'ToldRefusalRow',
  schema: 'licensing',
  tableName: 'told_refusals',
  properties: {
    organizationId: p.uuid().primary(),
    licenseKeyId: p.uuid().primary(),
    toldAt: p.datetime(3),
  },
});

/** When it was last told that refusals of an organization rise. */
export const ToldRefusalRiseMapping = defineEntity({
  name: 'ToldRefusalRiseRow',
  schema: 'licensing',
  tableName: 'told_refusal_rises',
  properties: {
    organizationId: p.uuid().primary(),
    toldAt: p.datetime(3),
  },
});

export interface KeyRefusalTables {
  'licensing.key_refusals': InferKyselyTable<typeof KeyRefusalMapping>;
}
