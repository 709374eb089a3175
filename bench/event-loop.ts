import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

export interface EventLoop {
  readonly longestDelayMs: number;
  readonly longestCollectionMs: number;
}

const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let longestCollectionMs = 0;
const collections = new PerformanceObserver((list) => {
  longestCollectionMs = Math.max(longestCollectionMs, ...list.getEntries().map(({ duration }) => duration));
});

/** For how long the event loop of this process was delayed, and garbage was collected, since this was called before. */
export function eventLoop(): EventLoop {
  delays.enable();
  collections.observe({ entryTypes: ['gc'] });
  const since = { longestDelayMs: Math.max(0, delays.max / 1e6 - RESOLUTION_MS), longestCollectionMs };
  delays.reset();
  longestCollectionMs = 0;
  return since;
}
