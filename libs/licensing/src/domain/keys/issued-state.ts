import { newId } from '#kernel';
import { stateWhenIssued } from '../policy/policy-effects.ts';
import { displayForm } from './key-string.ts';
import { NO_NETWORKS } from './leak-watch.ts';
import { issuedRemarks, type LicenseKeyState } from './license-key-fields.ts';
import type { NewLicenseKey } from './license-key.types.ts';

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
  allowedDevices: attributes.allowedDevices ?? null,
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
  entitlements: null,
  entitlementsRevision: 0,
  entitlementSources: null,
  entitlementsEndAt: null,
  ...issuedRemarks(attributes),
  policy: attributes.policy ?? null,
  policyState: stateWhenIssued(attributes.policy ?? null, attributes.startsAt ?? now, {
    createdAt: now,
    isTrial: attributes.isTrial,
  }),
  noticeAt: null,
  overLimitSince: null,
  releaseAt: null,
});
