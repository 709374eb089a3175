export { type Actor, ANONYMOUS, type Attribution, internalAttribution, OPERATOR, SYSTEM } from './attribution.ts';
export { requestActivity } from './activity.ts';
export { FairQueue, type Place } from './fair-queue.ts';
export { TenantOverloaded, WorkCancelled } from './tenant-overloaded.ts';
export { Turns } from './turns.ts';
export {
  changing,
  currentOrganization,
  currentContext,
  lockMsOf,
  noteQuota,
  quotaOf,
  REQUEST_MS,
  runOnlyInContext,
  setChangedOrganization,
  sharedContext,
  runShared,
  runInContext,
  STATEMENT_MS,
  RequestContext,
} from './request-context.ts';
