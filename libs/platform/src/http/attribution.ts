import type { FastifyInstance, preValidationHookHandler } from 'fastify';
import { ANONYMOUS } from '#engine/tenancy';
import { clientAddress } from './clients.ts';
import { extendRouteConfig } from './extend-route-config.ts';

interface AuditConfig {
  /** Why changes by the operation are not in the audit log. */
  readonly notAudited?: string;
  /** Whether the log leaves out the values of changed fields. */
  readonly auditedWithoutValues?: boolean;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The audit log does not have the changes by this operation, for this reason. */
export const NotAudited = (reason: string): MethodDecorator => extendRouteConfig({ notAudited: reason } satisfies AuditConfig);

/** The audit log has the changes by this operation without the values of fields, because there are too many. */
export const AuditedWithoutValues = (): MethodDecorator =>
  extendRouteConfig({ auditedWithoutValues: true } satisfies AuditConfig);

/** The path of a route as documentation writes it. */
const documentedPath = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

/** Names the operations of the audit log, for the routes added from now on, and attributes the changes of their requests. */
export function auditedOperations(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const config = route.config as AuditConfig | undefined;
    const methods = [route.method].flat();
    if (config?.notAudited !== undefined || methods.every((method) => READS.has(method))) return;
    const operation = `${methods.join(' ')} ${documentedPath(route.url)}`;
    const withoutValues = config?.auditedWithoutValues ?? false;
    route.preValidation = [attributeTo(operation, withoutValues), ...[route.preValidation ?? []].flat()];
  });
}

/** To whom changes by the request are attributed, before its credential is known. */
const attributeTo =
  (operation: string, withoutValues: boolean): preValidationHookHandler =>
  (request, _reply, done) => {
    request.requestContext.attribution = {
      actor: ANONYMOUS,
      operation,
      address: clientAddress(request),
      requestId: request.id,
      event: null,
      withoutValues,
    };
    done();
  };
