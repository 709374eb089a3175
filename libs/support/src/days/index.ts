export { endOfDay, isDay, isoTimeIn } from './days.ts';
export { isoTime } from './iso-time.ts';
export { UNKNOWN_TIME_ZONE } from './time-zones.ts';
