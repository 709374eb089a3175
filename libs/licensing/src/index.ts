import type { Tables } from '#platform/persistence';
import { Migration20261120_1100_LicenseKeys } from '../migrations/migration-20261120-1100-license-keys.ts';
import { ActivationMapping, LicenseKeyMapping } from './adapters/persistence/license-key.mapping.ts';

export { ActivateLicenseKey } from './commands/activate-license-key.ts';
export { IssueLicenseKeys } from './commands/issue-license-keys.ts';
export { UpdateLicenseKey } from './commands/update-license-key.ts';
export { ValidateLicenseKey } from './commands/validate-license-key.ts';
export { LicensingModule } from './licensing.module.ts';

export const licensingTables: Tables = {
  entities: [LicenseKeyMapping, ActivationMapping],
  migrations: [Migration20261120_1100_LicenseKeys],
};
