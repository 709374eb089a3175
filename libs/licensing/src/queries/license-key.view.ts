import { CustomerView } from '#customer-portal/contract';
import { type Infer, integer, list, literal, metadata, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

const activation = {
  id: uuid4(),
  license_key_id: uuid4(),
  label: text(),
  meta: metadata(),
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
};

const licenseKey = {
  id: uuid4(),
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
  organization_id: uuid4(),
  customer_id: uuid4(),
  customer: CustomerView,
  benefit_id: uuid4(),
  key: text(),
  display_key: text(),
  limit_activations: nullable(integer({ gt: 0 })),
  usage: integer({ ge: 0 }),
  limit_usage: nullable(integer({ gt: 0 })),
  validations: integer({ ge: 0, le: Number.MAX_SAFE_INTEGER }),
  last_validated_at: nullable(timestamp()),
  expires_at: nullable(timestamp()),
};

const anyStatus = oneOf(['granted', 'revoked', 'disabled']);

export const ActivationView = object(activation, 'LicenseKeyActivationBase');
export type ActivationView = Infer<typeof ActivationView>;

export const LicenseKeyView = object({ ...licenseKey, status: anyStatus }, 'LicenseKeyRead');
export type LicenseKeyView = Infer<typeof LicenseKeyView>;

const GrantedLicenseKeyView = object({ ...licenseKey, status: literal('granted') }, 'GrantedLicenseKey');

export const LicenseKeyWithActivationsView = object(
  { ...licenseKey, status: anyStatus, activations: list(ActivationView) },
  'LicenseKeyWithActivations',
);
export type LicenseKeyWithActivationsView = Infer<typeof LicenseKeyWithActivationsView>;

export const ValidatedLicenseKeyView = object(
  { ...licenseKey, status: literal('granted'), activation: nullable(ActivationView) },
  'ValidatedLicenseKey',
);

export const CreatedActivationView = object({ ...activation, license_key: GrantedLicenseKeyView }, 'LicenseKeyActivationCreated');

export const ActivationWithKeyView = object({ ...activation, license_key: LicenseKeyView }, 'LicenseKeyActivationRead');
export type ActivationWithKeyView = Infer<typeof ActivationWithKeyView>;

export const IssuedLicenseKeysView = object({ items: list(LicenseKeyView) }, 'IssuedLicenseKeys');
