import { Query } from '@nestjs/cqrs';

/** A key that was issued for a benefit grant, as it stands. */
export interface GrantedLicenseKey {
  readonly id: string;
  readonly grantId: string;
  readonly customerId: string;
  readonly benefitId: string;
  readonly displayKey: string;
  readonly status: 'granted' | 'revoked' | 'disabled';
  /** The last decision about the grant that the key has followed. */
  readonly grantRevision: number;
}

/** Keys by id; those that were issued without a grant are not among them. */
export class FindGrantedLicenseKeys extends Query<GrantedLicenseKey[]> {
  constructor(
    readonly organizationId: string,
    readonly ids: readonly string[],
  ) {
    super();
  }
}
