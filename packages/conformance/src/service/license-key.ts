import { randomUUID } from 'node:crypto';
import type { DeviceProfile } from '../../../../libs/licensing/src/domain/devices/device-profile.ts';
import type { MatchRule } from '../../../../libs/licensing/src/domain/policy/devices-policy.ts';

export const ORGANIZATION = '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** What a seller decides about a license key. Seconds. */
export interface Terms {
  readonly benefitId: string;
  readonly limitActivations: number;
  readonly limitUsage: number | null;
  /** The limits of its counters, by name; null if it has none. */
  readonly counters: { readonly [name: string]: number } | null;
  /** Null if the key gets no leases. */
  readonly offline: { readonly leaseSeconds: number; readonly graceSeconds: number } | null;
  /** How long a check-out of a floating key lasts without a heartbeat. */
  readonly checkoutSeconds: number | null;
  /** When the key expires; null if it does not. */
  readonly expiresAt: number | null;
  /** Whether the refusal of a full key names a page on which the customer removes a device. */
  readonly isManaged: boolean;
  /** The rule by which devices are recognized; null if only by their ID. */
  readonly match: MatchRule | null;
}

export interface Activation {
  readonly id: string;
  device: string | null;
  /** The ID of the installation on the device; null if the application sent none. */
  installation: string | null;
  /** The ID of the oldest activation of its device: installations of one device take one place. */
  readonly placeId: string;
  /** What is known of the device by its description. */
  profile: DeviceProfile | null;
  readonly label: string;
  readonly meta: object;
  readonly createdAt: number;
  heartbeatAt: number;
}

/** They count as used until they are settled under their ID. */
export interface SharedUnits {
  readonly id: string;
  readonly shares: Readonly<Record<string, number>>;
}

export interface HeldLease {
  /** The ID that it got at its last renewal. */
  readonly id: string;
  /** The place in the status list. */
  readonly statusIndex: number;
  /** The public device key, if the device gave one. */
  readonly deviceKey: string | undefined;
  /** Units of counters that the device may use without a network; null if it has none. */
  readonly units: SharedUnits | null;
}

export interface LicenseKey extends Terms {
  readonly id: string;
  readonly key: string;
  readonly createdAt: number;
  readonly customerId: string;
  status: 'granted' | 'revoked' | 'disabled' | 'rotated';
  /** The flags with values that the seller has granted with it; null if there are none. */
  entitlements: { readonly benefit_id: string; readonly values: { readonly [name: string]: string | number | boolean } }[] | null;
  usage: number;
  /** What its counters have counted. */
  readonly counted: Map<string, number>;
  validations: number;
  validatedAt: number | null;
  activations: Activation[];
  /** Until when leases of removed devices hold their places; null if they hold none. */
  heldUntil: number | null;
  /** Leases, by the ID of their activation. */
  readonly leases: Map<string, HeldLease>;
  readonly reservations: Map<string, { readonly units: number; readonly expiresAt: number }>;
}

const DAY = 86_400;
const TERMS: Omit<Terms, 'benefitId'> = {
  limitActivations: 3,
  limitUsage: null,
  counters: null,
  offline: { leaseSeconds: DAY, graceSeconds: 3600 },
  checkoutSeconds: null,
  expiresAt: null,
  isManaged: false,
  match: null,
};

export function issueKey(terms: Partial<Terms> & { readonly key?: string }, createdAt: number): LicenseKey {
  return {
    id: randomUUID(),
    key: `ACME-${randomUUID().toUpperCase()}`,
    benefitId: randomUUID(),
    customerId: CUSTOMER,
    createdAt,
    status: 'granted',
    entitlements: null,
    usage: 0,
    counted: new Map(),
    validations: 0,
    validatedAt: null,
    activations: [],
    heldUntil: null,
    leases: new Map(),
    reservations: new Map(),
    ...TERMS,
    ...terms,
  };
}

export const reservedUnits = ({ reservations }: LicenseKey): number =>
  [...reservations.values()].reduce((sum, { units }) => sum + units, 0);

export const checkedOutUntil = ({ checkoutSeconds }: LicenseKey, { heartbeatAt }: Activation): number | null =>
  checkoutSeconds === null ? null : heartbeatAt + checkoutSeconds;
