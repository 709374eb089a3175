import { RequestContext } from '#engine/tenancy';

const HOUR_MS = 3_600_000;

/** Work whose statements may read all purchases of an organization, which takes longer than what else a worker does. */
export const longRunningContext = (): RequestContext =>
  new RequestContext({ tenant: null, isBackground: true, statementMs: HOUR_MS });
