import type * as events from '../domain/release.events.ts';

/** The events that this context publishes. */
export type ReleasesEvent = InstanceType<(typeof events)[keyof typeof events]>;
