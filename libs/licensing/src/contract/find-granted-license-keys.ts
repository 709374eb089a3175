import { Query } from '@nestjs/cqrs';

/** A key that was issued for a benefit grant. */
export interface GrantedLicenseKey {
  readonly id: string;
  readonly grantId: string;
  readonly customerId: string;
  readonly benefitId: string;
  readonly displayKey: string;
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
