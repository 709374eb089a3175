import type { KeyEntitlement } from './key-entitlements.ts';
import type { LicenseKeySnapshot } from './license-key.types.ts';

/** The fields of a key, private ones included, from which its snapshot is made. */
export type KeyState = Omit<LicenseKeySnapshot, 'entitlements' | 'metadata' | 'notes'> & {
  readonly entitlements: KeyEntitlement[] | null;
  /** Missing in a key that an application presents. */
  readonly metadata?: LicenseKeySnapshot['metadata'] | null;
  readonly notes?: string | null;
};

export const snapshotOf = (key: KeyState): LicenseKeySnapshot => ({
  id: key.id,
  organizationId: key.organizationId,
  customerId: key.customerId,
  benefitId: key.benefitId,
  grantId: key.grantId,
  key: key.key,
  displayKey: key.displayKey,
  status: key.status,
  limitActivations: key.limitActivations,
  usage: key.usage,
  limitUsage: key.limitUsage,
  validations: key.validations,
  lastValidatedAt: key.lastValidatedAt,
  expiresAt: key.expiresAt,
  createdAt: key.createdAt,
  modifiedAt: key.modifiedAt,
  policy: key.policy,
  policyState: key.policyState,
  entitlements: key.entitlements ?? undefined,
  metadata: key.metadata ?? undefined,
  notes: key.notes ?? undefined,
});
