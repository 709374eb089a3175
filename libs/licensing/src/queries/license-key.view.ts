import { CustomerView } from '#customer-portal/contract';
import { type Infer, integer, list, literal, metadata, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

/** Activations look the same in all views of a key. */
const activation = {
  id: uuid4(),
  license_key_id: uuid4(),
  label: text(),
  meta: metadata(),
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
};

const status = oneOf(['granted', 'revoked', 'disabled']);

export const ActivationView = object(activation, 'LicenseKeyActivationBase');
export type ActivationView = Infer<typeof ActivationView>;

/** What sellers see of a key. */
export const LicenseKeyView = object(
  {
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
    status,
  },
  'LicenseKeyRead',
);
export type LicenseKeyView = Infer<typeof LicenseKeyView>;

export const LicenseKeyWithActivationsView = object(
  { ...LicenseKeyView.fields, activations: list(ActivationView) },
  'LicenseKeyWithActivations',
);
export type LicenseKeyWithActivationsView = Infer<typeof LicenseKeyWithActivationsView>;

export const ActivationWithKeyView = object({ ...activation, license_key: LicenseKeyView }, 'LicenseKeyActivationRead');
export type ActivationWithKeyView = Infer<typeof ActivationWithKeyView>;

export const IssuedLicenseKeysView = object({ items: list(LicenseKeyView) }, 'IssuedLicenseKeys');

/** Names in OpenAPI. The portal's views have those of the sellers' views while they are the same; once they differ, change them here. */
export const PORTAL_NAMES = { key: 'LicenseKeyRead', withActivations: 'LicenseKeyWithActivations' } as const;

/** What customers who have signed in see of their own keys. */
export const PortalLicenseKeyView = object(
  {
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
    status,
  },
  PORTAL_NAMES.key,
);
export type PortalLicenseKeyView = Infer<typeof PortalLicenseKeyView>;

export const PortalLicenseKeyWithActivationsView = object(
  { ...PortalLicenseKeyView.fields, activations: list(ActivationView) },
  PORTAL_NAMES.withActivations,
);
export type PortalLicenseKeyWithActivationsView = Infer<typeof PortalLicenseKeyWithActivationsView>;

/** What a caller sees who presents a key string to validate or activate it: an application, without credentials. */
export const PublicLicenseKeyView = object(
  {
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
    status: literal('granted'),
  },
  'GrantedLicenseKey',
);

export const ValidatedLicenseKeyView = object(
  { ...PublicLicenseKeyView.fields, activation: nullable(ActivationView) },
  'ValidatedLicenseKey',
);

export const CreatedActivationView = object({ ...activation, license_key: PublicLicenseKeyView }, 'LicenseKeyActivationCreated');
