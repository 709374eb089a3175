export { ClockRefresh } from './clock-refresh.ts';
export { SandboxClock, SystemClock } from './system-clock.ts';
