import type { Sync } from '#kernel';
import type { ReservableMeter } from './reservable-meter.ts';
import type { KnownCustomer, NewUsageEvent } from './usage-event.ts';

/** Selects a customer meter by id within the given organizations. */
export interface WhichCustomerMeter {
  readonly id: string;
  readonly organizations: readonly string[];
}

export interface OwnerOfMeter {
  readonly organizationId: string;
  readonly customerId: string;
}

/** A usage event that ends a reservation, with its customer. */
export interface ReportedUse {
  readonly event: NewUsageEvent;
  readonly customer: KnownCustomer;
}

/** The repository of reservations of balances. While a customer meter is changed, no other reservation of it is. */
export abstract class ReservableMeters {
  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichCustomerMeter, by: (meter: ReservableMeter) => Sync<T>): Promise<T>;

  /**
   * Stores and counts an event in the same transaction; `by` gets the units that the meter counts of it: 0 if it was stored before.
   * Throws `ResourceNotFound`. If `by` throws, nothing is stored.
   */
  abstract changeWithUse<T>(
    which: WhichCustomerMeter,
    use: ReportedUse,
    now: Date,
    by: (meter: ReservableMeter, units: number) => Sync<T>,
  ): Promise<T>;

  /** Throws `ResourceNotFound`. */
  abstract ownerOf(which: WhichCustomerMeter): Promise<OwnerOfMeter>;
}
