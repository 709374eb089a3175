import { type Activation, checkedOutUntil, type LicenseKey, ORGANIZATION, reservedUnits } from './license-key.ts';

/** Responses in the form of the service; `test/client/conformance-service.spec.ts` compares them with the OpenAPI document and with the service. */

export const timestamp = (seconds: number): string => new Date(seconds * 1000).toISOString();

export const activationView = (key: LicenseKey, activation: Activation): object => {
  const until = checkedOutUntil(key, activation);
  return {
    id: activation.id,
    license_key_id: key.id,
    label: activation.label,
    meta: activation.meta,
    created_at: timestamp(activation.createdAt),
    modified_at: null,
    ...(until === null ? {} : { checkout_expires_at: timestamp(until), last_heartbeat_at: timestamp(activation.heartbeatAt) }),
  };
};

const customerView = ({ customerId, createdAt }: LicenseKey): object => ({
  id: customerId,
  created_at: timestamp(createdAt),
  modified_at: null,
  metadata: {},
  external_id: 'customer-1',
  email: 'customer@example.com',
  email_verified: false,
  type: 'individual',
  name: null,
  billing_name: null,
  billing_address: null,
  tax_id: null,
  locale: null,
  organization_id: ORGANIZATION,
  default_payment_method_id: null,
  deleted_at: null,
  first_user_event_at: null,
  avatar_url: 'https://licenses.example.com/avatar.png',
});

export const displayKey = ({ key }: LicenseKey): string => `****-${key.slice(-6)}`;

const keyView = (key: LicenseKey): object => ({
  id: key.id,
  created_at: timestamp(key.createdAt),
  modified_at: null,
  organization_id: ORGANIZATION,
  customer_id: key.customerId,
  customer: customerView(key),
  benefit_id: key.benefitId,
  key: key.key,
  display_key: displayKey(key),
  limit_activations: key.limitActivations,
  usage: key.usage,
  limit_usage: key.limitUsage,
  validations: key.validations,
  last_validated_at: key.validatedAt === null ? null : timestamp(key.validatedAt),
  expires_at: key.expiresAt === null ? null : timestamp(key.expiresAt),
  status: 'granted',
  ...(key.entitlements === null ? {} : { entitlements: key.entitlements }),
  ...(key.checkoutSeconds === null ? {} : { policy: { floating: { checkout_seconds: key.checkoutSeconds, overdraft: 0 } } }),
  ...countersView(key),
});

const countersView = ({ counters, counted }: LicenseKey): object => {
  const shown = Object.entries(counters ?? {}).map(([name, limit]) => {
    const used = counted.get(name) ?? 0;
    return [name, { used, limit, remaining: limit - used }] as const;
  });
  return shown.length === 0 ? {} : { counters: Object.fromEntries(shown) };
};

export const trialView = (key: LicenseKey): object => ({
  id: key.id,
  created_at: timestamp(key.createdAt),
  organization_id: ORGANIZATION,
  benefit_id: key.benefitId,
  key: key.key,
  display_key: displayKey(key),
  status: key.status,
  expires_at: key.expiresAt === null ? null : timestamp(key.expiresAt),
});

export const activatedView = (key: LicenseKey, activation: Activation): object => ({
  ...activationView(key, activation),
  license_key: keyView(key),
});

export const validatedView = (key: LicenseKey, activation: Activation): object => ({
  ...keyView(key),
  activation: activationView(key, activation),
});

export const usageView = (key: LicenseKey): object => ({
  license_key_id: key.id,
  usage: key.usage,
  limit_usage: key.limitUsage,
  reserved_units: reservedUnits(key),
});
