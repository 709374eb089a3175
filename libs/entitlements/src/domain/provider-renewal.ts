import { daysAfter } from './interval.ts';
import { isOutdated, type LastToldState, type ToldState } from './told-state.ts';

/** The revision is null if no provider renews the subscription. */
export interface ProviderRenewalState extends LastToldState {
  /** Until then the payment provider should have renewed the subscription; null if no provider does. */
  renewalDueAt: Date | null;
  /** How many days the benefits are kept if the payment provider does not renew the subscription. */
  graceDays: number | null;
  /** The id at the payment provider of the customer whose subscription it is; null if that is not known. */
  providerCustomer: string | null;
}

export const NO_PROVIDER: ProviderRenewalState = {
  providerToldAt: null,
  providerRevision: null,
  renewalDueAt: null,
  graceDays: null,
  providerCustomer: null,
};

/** The customer at the payment provider whose subscription it is. */
export interface ProviderBuyer {
  /** The id at the provider. */
  readonly ref: string;
  /** The customer here; null as long as it is not known. */
  readonly customerId: string | null;
}

/** What a payment provider knows about a subscription. */
export interface ProviderState extends ToldState {
  readonly status: 'active' | 'past_due' | 'paused' | 'canceled';
  /** When it fell past due, was paused or ended; null for an active one. */
  readonly since: Date | null;
  /** The start of the period that is paid; null if it follows from the end. */
  readonly paidFrom: Date | null;
  readonly paidUntil: Date;
  readonly trialEnd: Date | null;
  /** Whether nothing is due until the provider says so: it does not fall past due by itself. */
  readonly isFree: boolean;
  readonly endsWithPeriod: boolean;
  /** When it will end, which may be before the end of the period. */
  readonly endsAt: Date | null;
  readonly canceledAt: Date | null;
  readonly quantity: number;
  /** In minor units, without tax, if it is known. Seats cost what the product says. */
  readonly amount?: number;
  readonly currency?: string;
  readonly buyer?: ProviderBuyer;
}

/** How much later than the end of a period its renewal may be reported. Providers collect payments some hours after it. */
const RENEWAL_LEEWAY_DAYS = 1;

/** The renewal by a payment provider, if one renews the subscription. */
export class ProviderRenewal {
  constructor(private readonly state: ProviderRenewalState) {}

  /** True if a payment provider renews the subscription: it never renews itself. */
  get exists(): boolean {
    return this.state.providerRevision !== null;
  }

  /** True for a state of the provider that is no newer than the last one. */
  knows(told: ToldState): boolean {
    return isOutdated(told, this.state);
  }

  /**
   * Notes whose subscription it is at the provider. True if the provider says that somebody else has it since: what the seller decided
   * here stays until then. An earlier release did not store who had it.
   */
  follows({ ref, customerId }: ProviderBuyer, buyerId: string): boolean {
    const { providerCustomer: known } = this.state;
    if (known === ref || customerId === null) return false;
    this.state.providerCustomer = ref;
    return customerId !== buyerId && (known !== null || this.exists);
  }

  /** As `expectAfter`, for what the provider says: one that is free is not paid for, and one may end before its period does. */
  expectAsTold({ isFree, endsWithPeriod, endsAt }: ProviderState, periodEnd: Date): void {
    if (isFree && !endsWithPeriod) this.state.renewalDueAt = null;
    else this.expectAfter((endsWithPeriod ? endsAt : null) ?? periodEnd, endsWithPeriod);
  }

  /** A subscription that will end with its period is not renewed. */
  expectAfter(periodEnd: Date, endsWithPeriod: boolean): void {
    if (this.exists) this.state.renewalDueAt = endsWithPeriod ? periodEnd : daysAfter(periodEnd, RENEWAL_LEEWAY_DAYS);
  }

  /** True if the payment provider should have renewed the subscription by now. */
  isMissing(now: Date): boolean {
    return this.state.renewalDueAt !== null && this.state.renewalDueAt <= now;
  }
}
