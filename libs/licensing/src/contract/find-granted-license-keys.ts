import { Query } from '@nestjs/cqrs';

/** The current state of a key that was issued for a benefit grant. */
export interface GrantedLicenseKey {
  readonly id: string;
  readonly grantId: string;
  readonly customerId: string;
  readonly benefitId: string;
  readonly displayKey: string;
  readonly status: 'granted' | 'revoked' | 'disabled';
  /** The revision of the last decision about the grant that the key has applied. */
  readonly grantRevision: number;
}

/** Granted keys by id. Directly issued keys and unknown ids are missing in the result. */
export class FindGrantedLicenseKeys extends Query<GrantedLicenseKey[]> {
  constructor(
    readonly organizationId: string,
    readonly ids: readonly string[],
  ) {
    super();
  }
}
