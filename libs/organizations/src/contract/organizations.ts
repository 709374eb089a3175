import { Query } from '@nestjs/cqrs';
import type { Sender } from '#support/mails';

/** The public data of an organization. */
export interface SellerSnapshot {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly name: string;
  readonly slug: string;
  readonly avatar_url: string | null;
  readonly proration_behavior: 'invoice' | 'prorate' | 'next_period' | 'reset';
  readonly allow_customer_updates: boolean;
  /** What customers see and do in the portal. */
  readonly customer_portal_settings: {
    readonly usage: { readonly show: boolean };
    readonly subscription: {
      readonly update_seats: boolean;
      readonly update_plan: boolean;
      readonly update_units: boolean;
      readonly pause: boolean;
    };
    readonly customer: { readonly allow_email_change: boolean };
  };
  readonly organization_features: { readonly member_model_enabled: boolean; readonly checkout_localization_enabled: boolean };
}

/** The public data of an organization for its customers, even if it is blocked. */
export class FindSeller extends Query<SellerSnapshot> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/** The public data of an organization by its slug; undefined if it does not exist or is blocked. */
export class FindPublicOrganization extends Query<SellerSnapshot | undefined> {
  constructor(readonly slug: string) {
    super();
  }
}

/** The data of an organization that other contexts need. */
export interface OrganizationSnapshot {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** How it appears in mails. */
  readonly sender: Sender;
  /** A name of the IANA database. */
  readonly timeZone: string;
  /** Its data can be read, but not changed. */
  readonly isBlocked: boolean;
  /** Whether members have to sign in through its provider, but for owners with a second factor. */
  readonly ssoEnforced: boolean;
  /** A currency in which every product has prices. */
  readonly defaultPresentmentCurrency: string;
  readonly seatBasedPricing: boolean;
  /** Whether meters may have a cycle shorter than that of the subscription. */
  readonly meterCycling: boolean;
  readonly allowMultipleSubscriptions: boolean;
  /** How many days the benefits of a past-due subscription are kept. */
  readonly benefitRevocationGracePeriod: number;
  /** After how many days a past-due subscription ends. */
  readonly dunningDays: number;
  /** How changes of a subscription within a period are charged, unless the request says otherwise. */
  readonly prorationBehavior: 'invoice' | 'prorate' | 'next_period' | 'reset';
  /** Whether a customer gets only one trial of a product. */
  readonly preventTrialAbuse: boolean;
}

/** Organizations by id. Unknown ids are missing in the result. */
export class FindOrganizations extends Query<ReadonlyMap<string, OrganizationSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
