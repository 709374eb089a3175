import { Query } from '@nestjs/cqrs';

/** What keys of a `license_keys` benefit are issued with. Null is without. */
export interface LicenseKeyTerms {
  readonly id: string;
  readonly organizationId: string;
  readonly isDeleted: boolean;
  readonly prefix: string | null;
  readonly expires: { readonly ttl: number; readonly timeframe: 'year' | 'month' | 'day' } | null;
  readonly activations: { readonly limit: number; readonly enableCustomerAdmin: boolean } | null;
  readonly limitUsage: number | null;
  /** Whether a new key is mailed to whom it belongs. */
  readonly deliverByEmail: boolean;
}

/**
 * The terms of license-key benefits by id, in one read: those of any organization, deleted ones included and marked.
 * Ids that are unknown or of another type are absent from the answer.
 */
export class FindLicenseKeyBenefits extends Query<ReadonlyMap<string, LicenseKeyTerms>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
