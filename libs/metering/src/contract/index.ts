import { Query } from '@nestjs/cqrs';
import type { EventsIn } from '#kernel';
import type * as customerMeters from '../domain/customer-meter.events.ts';

/** The events that this context publishes. */
export type MeteringEvent = EventsIn<typeof customerMeters>;

/** The usage, credits and balance of a customer for a meter. */
export interface CustomerMeterSnapshot {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly meter_id: string;
  readonly consumed_units: number;
  readonly credited_units: number;
  readonly balance: number;
}

/** All customer meters of a customer, those of archived meters included; oldest first. */
export class FindCustomerMeters extends Query<CustomerMeterSnapshot[]> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

/**
 * A database view that the context metrics reads in SQL: every ingested event with `organization_id`, `timestamp`, `ingested_at`,
 * `user_id` (whoever it is about, known customer or not), `customer_id`, `metadata`, `cost` in cents, and its position `seq`.
 */
export const USAGE_FIGURES = 'metering.usage_figures';

/** The same events that have a `cost`, without whom they are about: `organization_id`, `timestamp`, `ingested_at`, `seq` and `cost`. */
export const COST_FIGURES = 'metering.cost_figures';

/** Up to which position (`summed_to`) events are in `COST_ROLLUPS` and `ACTIVE_USERS`. Those after it have to be added. */
export const USAGE_SUMMING = 'metering.usage_summing';

/** The sums of `cost` by `organization_id` and quarter of an hour (`bucket`), in several rows that have to be added up. */
export const COST_ROLLUPS = 'metering.cost_rollups';

/** Each `user_id` with events on a `day` in UTC, by `organization_id`, in one row or several. */
export const ACTIVE_USERS = 'metering.active_users';
