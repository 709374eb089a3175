import { Query } from '@nestjs/cqrs';

/** To what a license key belongs. */
export interface FoundLicenseKey {
  readonly organizationId: string;
  readonly benefitId: string;
  /** Who holds it. */
  readonly customerId: string;
}

/** A license key of one of these organizations; undefined if there is none. */
export class FindLicenseKey extends Query<FoundLicenseKey | undefined> {
  constructor(
    readonly organizations: readonly string[],
    readonly id: string,
  ) {
    super();
  }
}

/** What happened to a license key: to an activation, to the lease of one, or a use that was refused. */
export interface KeyHistoryItem {
  readonly id: string;
  readonly created_at: Date;
  readonly type: 'activation' | 'deactivation' | 'lease' | 'lease_end' | 'place_end' | 'refusal';
  readonly activation: {
    readonly label: string;
    readonly deactivated_at: Date | null;
    readonly leased_until: Date | null;
    /** Why the seller ended the place that the lease held. */
    readonly reason: string | null;
  } | null;
  readonly refusal: {
    readonly operation: 'activate' | 'validate' | 'heartbeat' | 'lease';
    readonly code: string;
    /** How often this operation was refused with this code. */
    readonly count: number;
  } | null;
}

/** The newest items of each type after a position, at most `limit` of each. */
export class FindKeyHistory extends Query<KeyHistoryItem[]> {
  constructor(
    readonly organizationId: string,
    readonly id: string,
    readonly page: { readonly after: { readonly at: Date; readonly id: string } | null; readonly limit: number },
  ) {
    super();
  }
}
