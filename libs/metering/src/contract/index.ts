import type * as customerMeters from '../domain/customer-meter.events.ts';

/** The events that this context publishes. */
export type MeteringEvent = InstanceType<(typeof customerMeters)[keyof typeof customerMeters]>;

export { type CustomerMeterSnapshot, FindCustomerMeters } from './find-customer-meters.ts';
export { USAGE_FIGURES } from './usage-figures.ts';
