import { camelCased, deeplyCamelCased, type Infer } from '#platform/wire';
import type { KeyFormat } from '#support/texts';
import type { LicenseKeysPropertiesView } from './benefit.view.ts';
import type { LicensePolicyTerms } from './license-policy.view.ts';

/** The properties of a `license_keys` benefit, as they are stored, shown, and told by events of its grants. */
export type ShownLicenseKeyTerms = Infer<typeof LicenseKeysPropertiesView>;

/** The terms with which keys of a `license_keys` benefit are issued. `null` means no prefix, no expiry or no limit. */
export interface LicenseKeyTerms {
  readonly id: string;
  readonly organizationId: string;
  readonly isDeleted: boolean;
  readonly prefix: string | null;
  readonly expires: { readonly ttl: number; readonly timeframe: 'year' | 'month' | 'day' } | null;
  readonly activations: ActivationTerms | null;
  readonly limitUsage: number | null;
  readonly policy: LicensePolicyTerms | null;
  /** Whether a new key is mailed to its owner. */
  readonly deliverByEmail: boolean;
  /** `null` if keys are UUIDs. */
  readonly keyFormat: KeyFormat | null;
  /** The benefits whose keys become keys of this one when a purchase brings it instead. */
  readonly replacesBenefitIds: readonly string[];
  /** What a purchase of several pieces brings: one key, a key for each, or one key with the devices of all. */
  readonly quantity: 'one' | 'each' | 'devices';
  readonly whenBoughtAgain: 'new_key' | 'renew';
}

interface ActivationTerms {
  readonly limit: number;
  readonly enableCustomerAdmin: boolean;
  /** How activations check slots out. Missing if they keep them until they are deactivated. */
  readonly floating?: {
    readonly checkoutSeconds: number;
    readonly overdraft: number;
    /** How many processes of a device share its place. Missing if all do. */
    readonly processes?: { readonly perDevice: number };
  };
  /** How many activations beyond the limit are granted. Missing if there are none, or if activations check slots out. */
  readonly nodeLocked?: { readonly overdraft: number };
  /** What becomes of devices beyond the limit after it was lowered. Missing if they keep their places. */
  readonly overLimit?: { readonly policy: 'newest_refused' | 'oldest_released'; readonly afterDays: number };
}

export function licenseKeyTerms(
  { id, organizationId, isDeleted }: Pick<LicenseKeyTerms, 'id' | 'organizationId' | 'isDeleted'>,
  properties: ShownLicenseKeyTerms,
): LicenseKeyTerms {
  const {
    prefix,
    expires,
    activations,
    limit_usage,
    policy,
    deliver_by_email = false,
    key_format,
    replaces_benefit_ids = [],
    quantity = 'one',
    when_bought_again = 'new_key',
  } = properties;
  return {
    id,
    organizationId,
    isDeleted,
    prefix,
    expires,
    activations: activations && activationTerms(activations),
    limitUsage: limit_usage,
    policy: policy ? (deeplyCamelCased(policy) as LicensePolicyTerms) : null,
    deliverByEmail: deliver_by_email,
    keyFormat: key_format ? camelCased(key_format) : null,
    replacesBenefitIds: replaces_benefit_ids,
    quantity,
    whenBoughtAgain: when_bought_again,
  };
}

function activationTerms(activations: NonNullable<ShownLicenseKeyTerms['activations']>): ActivationTerms {
  const { limit, enable_customer_admin, checkout_seconds, overdraft = 0, processes, over_limit } = activations;
  const plain = { limit, enableCustomerAdmin: enable_customer_admin };
  if (checkout_seconds === undefined) {
    const overLimit = over_limit && { overLimit: camelCased(over_limit) };
    return { ...plain, ...(overdraft > 0 ? { nodeLocked: { overdraft } } : {}), ...overLimit };
  }
  const floating = { checkoutSeconds: checkout_seconds, overdraft, ...(processes ? { processes: camelCased(processes) } : {}) };
  return { ...plain, floating };
}
