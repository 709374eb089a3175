import {
  camelCased,
  type DeeplyCamelCased,
  type KeyFormat,
  renameKeys,
  toCamelCase,
  type SignedKeyFormat,
  type SnakeCased,
} from '#support/texts';
import { Query } from '@nestjs/cqrs';

/**
 * A database view for statements of other contexts that lock a license key: `organization_id`, `benefit_id`, `lease_seconds`,
 * `grace_seconds`, `max_offline_devices`, `held`, `moves_limit` and `moves_period_days` of every benefit whose keys can be leased. So the policy that decides about a lease is that
 * of the moment at which its key is locked.
 */
export const OFFLINE_POLICIES = 'catalog.offline_policies';

/** How keys of an organization are written that are also found by what people type. */
export interface TypedKeyFormat {
  readonly prefix: string | null;
  readonly format: KeyFormat;
}

/** The formats of the organization's license-key benefits that accept typed input, each once. At most 50. */
export class FindTypedKeyFormats extends Query<readonly TypedKeyFormat[]> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/** The rules of license keys beyond limits. Each feature has a section of its own. */
type LicensePolicy = Readonly<{
  expiry?: {
    readonly begins?: 'issue' | 'first_activation';
    readonly grace_seconds?: number;
    readonly renewal?: 'from_now' | 'from_expiry' | 'keep';
  };
  expiry_notices?: {
    readonly days?: number[];
    readonly mails?: { readonly expiring?: boolean; readonly expired?: boolean };
  };
  refusal_notices?: { readonly mails?: { readonly customer?: boolean; readonly seller?: boolean } };
  updates?: { readonly period: Period };
  versions?: { readonly minimum?: string; readonly maximum?: string };
  check_in?: { readonly every_days: number };
  usage_period?: { readonly every: 'day' | 'week' | 'month' | 'year' };
  counters?: {
    readonly [name: string]: {
      readonly limit?: number;
      readonly period?: 'day' | 'week' | 'month' | 'year';
      readonly overdraft?: number;
      readonly rollover?: number;
    };
  };
  trial?: { readonly days: number; readonly customer_id: string };
  devices?: {
    readonly match?: 'all' | 'most' | 'any' | { readonly at_least: number };
    readonly classes?: { readonly class: string; readonly limit: number }[];
    readonly virtual?: 'allow' | 'refuse' | 'own_class';
    readonly swaps?: { readonly limit: number; readonly every: 'day' | 'week' | 'month' | 'year' };
  };
  alerts?: { readonly devices_per_day?: number; readonly networks_per_day?: number };
}>;

type Period = Readonly<{ ttl: number; timeframe: 'year' | 'month' | 'day' }>;

/** The properties of a `license_keys` benefit, as they are stored, and but for `first_steps` told by events of its grants. */
export interface LicenseKeyProperties {
  readonly prefix: string | null;
  readonly expires: Period | null;
  readonly activations: {
    readonly limit: number;
    readonly enable_customer_admin: boolean;
    readonly mode?: 'floating';
    readonly checkout_seconds?: number;
    readonly overdraft?: number;
    readonly processes?: { readonly per_device: number };
    readonly over_limit?: { readonly policy: 'newest_refused' | 'oldest_released'; readonly after_days: number };
  } | null;
  readonly limit_usage: number | null;
  readonly deliver_by_email?: boolean;
  readonly first_steps?: string;
  readonly offline?: {
    readonly lease_seconds: number;
    readonly grace_seconds: number;
    readonly max_offline_devices: number;
    readonly held?: 'until_lease_ends' | 'until_renewal_is_due' | 'released_at_once';
    readonly moves?: { readonly limit: number; readonly period_days: number };
  };
  readonly key_format?:
    | {
        readonly alphabet: string;
        readonly groups: number;
        readonly group_length: number;
        readonly check: 'none' | 'luhn_mod_n';
        readonly accepts_typed_input: boolean;
      }
    | SnakeCased<SignedKeyFormat>;
  readonly policy?: LicensePolicy;
  readonly replaces_benefit_ids?: string[];
  readonly quantity?: 'one' | 'each' | 'devices';
  readonly when_bought_again?: 'new_key' | 'renew';
  readonly when_leaked?: 'tell' | 'rotate' | 'disable';
}

/** The terms with which keys of a `license_keys` benefit are issued. `null` means no prefix, no expiry or no limit. */
export interface LicenseKeyTerms {
  readonly id: string;
  readonly organizationId: string;
  readonly isDeleted: boolean;
  readonly prefix: string | null;
  readonly expires: Period | null;
  readonly activations: ActivationTerms | null;
  readonly limitUsage: number | null;
  readonly policy: DeeplyCamelCased<LicensePolicy> | null;
  /** Whether a new key is mailed to its owner. */
  readonly deliverByEmail: boolean;
  /** `null` if keys are UUIDs. */
  readonly keyFormat: KeyFormat | null;
  /** What keys say that prove themselves. Left out if they are random. */
  readonly signedFormat?: SignedKeyFormat;
  /** The benefits whose keys become keys of this one when a purchase brings it instead. */
  readonly replacesBenefitIds: readonly string[];
  /** What a purchase of several pieces brings: one key, a key for each, or one key with the devices of all. */
  readonly quantity: 'one' | 'each' | 'devices';
  readonly whenBoughtAgain: 'new_key' | 'renew';
  /** What happens to a key that was found in public. Left out if only the seller is told. */
  readonly whenLeaked?: 'tell' | 'rotate' | 'disable';
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

/** Its keys are names of the seller. */
const COUNTERS = 'counters';

export function licenseKeyTerms(
  { id, organizationId, isDeleted }: Pick<LicenseKeyTerms, 'id' | 'organizationId' | 'isDeleted'>,
  properties: LicenseKeyProperties,
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
    when_leaked,
  } = properties;
  return {
    id,
    organizationId,
    isDeleted,
    prefix,
    expires,
    activations: activations && activationTerms(activations),
    limitUsage: limit_usage,
    policy: policy ? (renameKeys(policy, toCamelCase, COUNTERS) as LicenseKeyTerms['policy']) : null,
    deliverByEmail: deliver_by_email,
    ...keyFormatOf(key_format),
    replacesBenefitIds: replaces_benefit_ids,
    quantity,
    whenBoughtAgain: when_bought_again,
    ...(when_leaked ? { whenLeaked: when_leaked } : {}),
  };
}

function keyFormatOf(format: LicenseKeyProperties['key_format']): Pick<LicenseKeyTerms, 'keyFormat' | 'signedFormat'> {
  if (!format) return { keyFormat: null };
  return 'type' in format ? { keyFormat: null, signedFormat: camelCased(format) } : { keyFormat: camelCased(format) };
}

function activationTerms(activations: NonNullable<LicenseKeyProperties['activations']>): ActivationTerms {
  const { limit, enable_customer_admin, checkout_seconds, overdraft = 0, processes, over_limit } = activations;
  const plain = { limit, enableCustomerAdmin: enable_customer_admin };
  if (checkout_seconds === undefined) {
    const overLimit = over_limit && { overLimit: camelCased(over_limit) };
    return { ...plain, ...(overdraft > 0 ? { nodeLocked: { overdraft } } : {}), ...overLimit };
  }
  const floating = { checkoutSeconds: checkout_seconds, overdraft, ...(processes ? { processes: camelCased(processes) } : {}) };
  return { ...plain, floating };
}
