import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';

/** The key that a grant of an add-on extends. */
export const AttachedGrantMapping = defineEntity({
  name: 'AttachedGrantRow',
  schema: 'licensing',
  tableName: 'attached_grants',
  properties: {
    organizationId: p.uuid().primary(),
    grantId: p.uuid().primary(),
    licenseKeyId: p.uuid().nullable(),
    customerId: p.uuid(),
    memberId: p.uuid().nullable(),
    keyBenefitId: p.uuid().nullable(),
    isWaiting: p.boolean(),
    revision: p.integer(),
    placement: p.integer(),
    since: p.datetime(3),
  },
});

export interface AttachedGrantTables {
  'licensing.attached_grants': InferKyselyTable<typeof AttachedGrantMapping>;
}
