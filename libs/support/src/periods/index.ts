export { expiryAfter, type Lifetime } from './calendar.ts';
export { numberOfPeriod, type Period, periodAt, type Unit } from './periods.ts';
