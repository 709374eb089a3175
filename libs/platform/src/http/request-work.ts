import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runWork, STATEMENT_MS, Work } from '#platform/tenancy';
import { networkOf } from './client-network.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the service does for this request. Its tenant is the network of the client until the organization is known. */
    work: Work;
  }
}

const ORGANIZATION_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The organization that the body of a public operation names. It need not exist. */
function organizationOf({ body }: FastifyRequest): string | undefined {
  const id = (body as { readonly organization_id?: unknown } | null | undefined)?.organization_id;
  return typeof id === 'string' && ORGANIZATION_ID.test(id) ? id.toLowerCase() : undefined;
}

const hasCredentials = ({ headers }: FastifyRequest): boolean => headers.authorization !== undefined;

/** Runs each request as a `Work` of its own. The guard that authenticates a caller sets the tenant to that of its credential. */
export function requestWork(fastify: FastifyInstance): void {
  fastify.decorateRequest('work');
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.work = new Work({ tenant: networkOf(request.ip), statementMs: STATEMENT_MS.interactive });
    runWork(request.work, done);
  });
  // Bodies arrive in events of the connection, which belong to no work.
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (!hasCredentials(request)) request.work.tenant = organizationOf(request) ?? request.work.tenant;
    runWork(request.work, done);
  });
  fastify.addHook('onRequestAbort', (request, done) => {
    request.work.cancel();
    done();
  });
}
