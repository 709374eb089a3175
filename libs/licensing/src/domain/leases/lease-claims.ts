import type { Activation } from '../activations/activation.ts';
import type { LeasedUnits } from '../counters/leased-units.ts';
import { refreshAfter } from './lease.ts';
import type { GrantedTerm } from './leasing.ts';
import type { PresentedSnapshot } from '../keys/license-key-fields.ts';
import { listOf, placeOf } from './status-lists.ts';

const MS = 1000;

const seconds = (time: Date): number => Math.floor(time.getTime() / MS);

/** The claims of a lease, without the addresses of the service and the nonce. */
export interface LeaseFacts {
  readonly organizationId: string;
  readonly keyId: string;
  readonly term: GrantedTerm;
  readonly activation: Pick<Activation, 'id' | 'device'>;
  readonly key: Pick<
    PresentedSnapshot,
    | 'benefitId'
    | 'customerId'
    | 'displayKey'
    | 'expiresAt'
    | 'limitActivations'
    | 'limitUsage'
    | 'usage'
    | 'entitlements'
    | 'policyState'
  >;
}

/** How many units a device may use of each counter. */
export const unitsByCounter = (units: LeasedUnits): { [counter: string]: number } =>
  Object.fromEntries(Object.entries(units.shares).map(([counter, share]) => [counter, share.units]));

/** The claims of the token. Times are seconds since the epoch. */
export function leaseClaims(
  { organizationId, keyId, term, activation, key }: LeaseFacts,
  addresses: { readonly issuer: string; statusList(list: number): string },
  nonce: string | null,
) {
  const updatesUntil = key.policyState?.updates?.until;
  return {
    iss: addresses.issuer,
    aud: organizationId,
    sub: keyId,
    jti: term.id,
    iat: seconds(term.issuedAt),
    nbf: seconds(term.issuedAt),
    exp: seconds(term.expiresAt),
    refresh_after: seconds(refreshAfter(term)),
    grace_until: seconds(term.heldUntil),
    ...(nonce === null ? {} : { nonce }),
    device: { activation_id: activation.id, id: activation.device },
    license: {
      display_key: key.displayKey,
      benefit_id: key.benefitId,
      customer_id: key.customerId,
      expires_at: key.expiresAt && seconds(key.expiresAt),
      ...(updatesUntil === undefined ? {} : { updates_until: seconds(new Date(updatesUntil)) }),
    },
    entitlements: [
      { type: 'license_keys', benefit_id: key.benefitId },
      ...(key.entitlements ?? []).map((flag) => ({ type: 'feature_flag', ...flag })),
    ],
    limits: {
      activations: key.limitActivations,
      usage: key.limitUsage,
      usage_counted: key.usage,
      offline_devices: term.maxOfflineDevices,
    },
    ...(term.units ? { units_id: term.units.id, units: unitsByCounter(term.units) } : {}),
    status: { status_list: { idx: placeOf(term.statusIndex), uri: addresses.statusList(listOf(term.statusIndex)) } },
  };
}
