import type * as events from '../domain/connector.events.ts';

/** The events that this context publishes. */
export type ConnectorsEvent = InstanceType<(typeof events)[keyof typeof events]>;
