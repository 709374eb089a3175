export { PlatformModule } from './platform.module.ts';
export { SystemClock } from './system-clock.ts';
