import type * as events from '../domain/seat.events.ts';

/** The events that this context publishes. */
export type SeatsEvent = InstanceType<(typeof events)[keyof typeof events]>;

export { FindClaimedSubscriptions } from './find-claimed-subscriptions.ts';
export { FindSeatHolders, HoldsSeat, type SeatPurchase } from './find-seat-holders.ts';
export { FindSeatPool, type SeatPoolSnapshot } from './find-seat-pool.ts';
export { FindSeatViews } from './find-seat-views.ts';
export { ResizeSeatPool } from './resize-seat-pool.ts';
export { SEAT_FIGURES } from './seat-figures.ts';
