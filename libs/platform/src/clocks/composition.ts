export { ClockRefresh } from './clock-refresh.ts';
export { OrganizationClock, SystemClock } from './system-clock.ts';
