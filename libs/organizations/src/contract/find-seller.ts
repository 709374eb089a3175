import { Query } from '@nestjs/cqrs';

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
