export { type Actor, ANONYMOUS, type Attribution, internalAttribution, OPERATOR, SYSTEM } from './attribution.ts';
export { requestActivity } from './activity.ts';
export { FairQueue, type FairQueueLimits, NoFreePlace } from './fair-queue.ts';
export { TenantOverloaded, WorkCancelled } from './tenant-overloaded.ts';
export { Turns } from './turns.ts';
export {
  changing,
  currentOrganization,
  currentContext,
  noteQuota,
  quotaOf,
  runShared,
  runInContext,
  STATEMENT_MS,
  RequestContext,
  type ContextSpan,
} from './request-context.ts';
