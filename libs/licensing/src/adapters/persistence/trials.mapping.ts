import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';

/** The trial key of a device, by a keyed digest of its ID. */
export const TrialMapping = defineEntity({
  name: 'TrialRow',
  schema: 'licensing',
  tableName: 'trials',
  properties: {
    organizationId: p.uuid().primary(),
    benefitId: p.uuid().primary(),
    deviceDigest: p.blob().$type<Buffer>().primary(),
    licenseKeyId: p.uuid(),
  },
});

/** Keyed digests of the components by which the device of a trial key is recognized. */
export const TrialComponentMapping = defineEntity({
  name: 'TrialComponentRow',
  schema: 'licensing',
  tableName: 'trial_components',
  properties: {
    organizationId: p.uuid().primary(),
    licenseKeyId: p.uuid().primary(),
    name: p.text().primary(),
    benefitId: p.uuid(),
    digest: p.text(),
  },
});

export interface TrialTables {
  'licensing.trials': InferKyselyTable<typeof TrialMapping>;
  'licensing.trial_components': InferKyselyTable<typeof TrialComponentMapping>;
}
