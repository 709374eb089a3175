export { ClockRefresh } from './clock-refresh.ts';
export { OrganizationClocks } from './organization-clocks.ts';
export { SandboxClock, SystemClock } from './system-clock.ts';
