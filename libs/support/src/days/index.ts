export { endOfDay, isDay, isoTimeIn } from './days.ts';
export { isoTime } from './iso-time.ts';
