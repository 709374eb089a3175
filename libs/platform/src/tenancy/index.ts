export { requestActivity } from './activity.ts';
export { FairQueue, type FairQueueLimits, NoFreePlace } from './fair-queue.ts';
export { TenantOverloaded, WorkCancelled } from './tenant-overloaded.ts';
export { Turns } from './turns.ts';
export { currentWork, runShared, runWork, STATEMENT_MS, Work } from './work.ts';
