import type { EventsIn } from '#kernel';
import type * as customerMeters from '../domain/customer-meter.events.ts';

/** The events that this context publishes. */
export type MeteringEvent = EventsIn<typeof customerMeters>;

export { type CustomerMeterSnapshot, FindCustomerMeters } from './find-customer-meters.ts';
export { ACTIVE_USERS, COST_FIGURES, COST_ROLLUPS, USAGE_FIGURES, USAGE_SUMMING } from './usage-figures.ts';
