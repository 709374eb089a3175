/**
 * How a seller charges a change, and with it when the change takes effect: `invoice` and `prorate` at once, `reset` at once with a new
 * period, `next_period` with the next period. No money moves here.
 */
export type Proration = 'invoice' | 'prorate' | 'next_period' | 'reset';
