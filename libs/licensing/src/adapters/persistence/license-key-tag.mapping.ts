import { defineEntity, p } from '@mikro-orm/core';

/** A tag of a license key. */
export const LicenseKeyTagMapping = defineEntity({
  name: 'LicenseKeyTagRow',
  schema: 'licensing',
  tableName: 'license_key_tags',
  properties: {
    organizationId: p.uuid().primary(),
    tag: p.text().primary(),
    licenseKeyId: p.uuid().primary(),
  },
});
