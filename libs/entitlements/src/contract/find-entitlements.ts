import { Query } from '@nestjs/cqrs';

/** A meter that a subscription pays for: what its customer has used and has been credited, and what is to pay by now. */
interface PaidMeter {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly meter_id: string;
  readonly consumed_units: number;
  readonly credited_units: number;
  /** In minor units. */
  readonly amount: number;
}

/** A subscription that counts as active: its customer has what was bought. */
export interface ActiveSubscription {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly metadata: { readonly [key: string]: string | number | boolean };
  readonly status: 'active' | 'trialing';
  readonly amount: number;
  readonly currency: string;
  readonly recurring_interval: 'day' | 'week' | 'month' | 'year';
  readonly current_period_start: Date;
  readonly current_period_end: Date;
  readonly trial_start: Date | null;
  readonly trial_end: Date | null;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: Date | null;
  readonly started_at: Date;
  readonly ends_at: Date | null;
  readonly product_id: string;
  readonly seats: number | null;
  readonly meters: PaidMeter[];
}

/** A benefit that is granted now. */
export interface GrantedBenefit {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly granted_at: Date;
  readonly benefit_id: string;
  readonly properties: { readonly license_key_id?: string; readonly display_key?: string };
}

export interface Entitlements {
  readonly subscriptions: readonly ActiveSubscription[];
  readonly benefits: readonly GrantedBenefit[];
}

/** What a customer has at this moment, its members included; the oldest first. */
export class FindEntitlements extends Query<Entitlements> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}
