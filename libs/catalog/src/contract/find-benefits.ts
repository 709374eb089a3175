import { Command, Query } from '@nestjs/cqrs';
import type { KeyFormat } from '#support/texts';
import type { BenefitView } from './benefit.view.ts';
import type { LicensePolicyTerms } from './license-policy.view.ts';

/**
 * Views of benefits by id, of any organization. Deleted benefits are included and marked. Unknown ids are missing in the result.
 * The caller checks the organization.
 */
export class FindBenefits extends Query<ReadonlyMap<string, BenefitView>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

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
  readonly floating?: { readonly checkoutSeconds: number; readonly overdraft: number };
  /** How many activations beyond the limit are granted. Missing if there are none, or if activations check slots out. */
  readonly nodeLocked?: { readonly overdraft: number };
}

/**
 * The terms of license-key benefits by id, of any organization, in one read. Deleted benefits are included and marked. Unknown
 * ids, and ids of benefits of another type, are missing in the result.
 */
export class FindLicenseKeyBenefits extends Query<ReadonlyMap<string, LicenseKeyTerms>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The ids of those events that are about a benefit of one of these types. */
export class SelectEventsOfBenefits extends Command<ReadonlySet<string>> {
  constructor(
    readonly events: readonly { readonly id: string; readonly benefitId: string }[],
    readonly types: readonly BenefitView['type'][],
  ) {
    super();
  }
}
