import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ANONYMOUS, type Attribution } from '#platform/tenancy';
import { extendRouteConfig } from './extend-route-config.ts';

interface AuditConfig {
  /** Why changes by the operation are not in the audit log. */
  readonly notAudited?: string;
  /** The name of the operation in the audit log; undefined if it is not there. */
  readonly auditedAs?: string;
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

/** Names the operations of the audit log, for the routes added from now on. */
export function nameAuditedOperations(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const config = route.config as AuditConfig | undefined;
    const methods = [route.method].flat();
    if (config?.notAudited !== undefined || methods.every((method) => READS.has(method))) return;
    const auditedAs = `${methods.join(' ')} ${documentedPath(route.url)}`;
    route.config = { ...config, auditedAs } as never;
  });
}

/** To whom changes by the request are attributed, before its credential is known. */
export function attributionOf(request: FastifyRequest): Attribution | undefined {
  const config = request.routeOptions.config as AuditConfig;
  if (config.auditedAs === undefined) return undefined;
  return {
    actor: ANONYMOUS,
    operation: config.auditedAs,
    address: request.ip,
    requestId: request.id,
    event: null,
    withoutValues: config.auditedWithoutValues ?? false,
  };
}
