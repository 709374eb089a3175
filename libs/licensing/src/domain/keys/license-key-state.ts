import { newId } from '#kernel';
import type { Reservations } from '#support/reservations';
import type { KeyEntitlement } from './key-entitlements.ts';
import { displayForm, type StringKind } from './key-string.ts';
import type { Status } from './license-key.errors.ts';
import type { FollowedTerm, NewLicenseKey, SellerTerms } from './license-key.types.ts';
import type { LicensePolicy, PolicyState } from '../policy/license-policy.ts';
import { stateWhenIssued } from '../policy/policy-effects.ts';
import { NO_NETWORKS, type RecentNetworks } from './leak-watch.ts';
import type { StoredRenewals } from './term-renewals.ts';
import { withPairs } from './seller-remarks.ts';

/** All that is stored in the row of a key, and whether its customer was deleted. */
export interface LicenseKeyState extends SellerTerms {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  readonly customerDeleted: boolean;
  readonly grantedAfterDeletion: boolean;
  readonly benefitId: string;
  readonly grantId: string | null;
  readonly ordinal: number | null;
  readonly renewals: StoredRenewals | null;
  readonly grantRevision: number | null;
  readonly statusRevision: number;
  readonly setByHand: readonly FollowedTerm[];
  readonly key: string;
  /** Of a key that is not stored yet. */
  readonly stringKind?: StringKind;
  readonly displayKey: string;
  readonly status: Status;
  readonly activationCount: number;
  readonly usage: number;
  readonly reservations: Reservations;
  readonly validations: number;
  readonly lastValidatedAt: Date | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
  readonly recentNetworks: RecentNetworks;
  readonly entitlements: KeyEntitlement[] | null;
  readonly entitlementsRevision: number;
  readonly metadata: { [name: string]: string | number | boolean } | null;
  readonly notes: string | null;
  readonly policy: LicensePolicy | null;
  readonly policyState: PolicyState | null;
  /** Not loaded with a key that is presented. */
  readonly noticeAt?: Date | null;
}

/** The state of a key when it is issued. */
export const issuedState = (attributes: NewLicenseKey, now: Date): LicenseKeyState => ({
  id: attributes.id ?? newId('license-key'),
  organizationId: attributes.organizationId,
  customerId: attributes.customerId,
  memberId: attributes.memberId,
  customerDeleted: false,
  grantedAfterDeletion: false,
  benefitId: attributes.benefitId,
  grantId: attributes.grant?.id ?? null,
  grantRevision: attributes.grant?.revision ?? null,
  ordinal: attributes.grant?.ordinal ?? null,
  renewals: null,
  statusRevision: 0,
  setByHand: [],
  key: attributes.key,
  stringKind: attributes.stringKind,
  displayKey: displayForm(attributes.key),
  status: 'granted',
  limitActivations: attributes.limitActivations,
  activationCount: attributes.history?.installations.length ?? 0,
  usage: attributes.history?.usage ?? 0,
  limitUsage: attributes.limitUsage,
  reservations: null,
  validations: 0,
  lastValidatedAt: null,
  expiresAt: attributes.expiresAt,
  createdAt: now,
  modifiedAt: null,
  recentNetworks: NO_NETWORKS,
  entitlements: attributes.entitlements?.shown ?? null,
  entitlementsRevision: attributes.entitlements?.revision ?? 0,
  metadata: withPairs(attributes.metadata ?? null),
  notes: attributes.notes ?? null,
  policy: attributes.policy ?? null,
  policyState: stateWhenIssued(attributes.policy ?? null, attributes.startsAt ?? now, attributes.isTrial),
});
