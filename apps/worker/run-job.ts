import { internalAttribution, runInContext, SYSTEM, RequestContext } from '#engine/tenancy';

/** Runs a job of the worker. Its changes are attributed to it in the audit log; with an organization, they are on its account. */
export const runJob = <T>(name: string, run: () => T, organizationId: string | null = null): T =>
  runInContext(
    new RequestContext({
      tenant: organizationId,
      operation: name,
      isBackground: true,
      attribution: internalAttribution(SYSTEM, name),
    }),
    run,
  );
