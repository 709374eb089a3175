import type { Schema } from '../../api/client.ts';

export type KeyProperties = Schema<'BenefitLicenseKeysProperties'>;
export type Policy = NonNullable<KeyProperties['policy']>;
