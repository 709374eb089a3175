import type { FastifyRequest } from 'fastify';
import { type Idempotency, IdempotencyKeyReused } from '#engine/idempotency';
import { type Issue, text } from '#platform/wire';
import { RequestInvalid } from './errors.ts';
import type { Exchange } from './failure-limit.ts';
import { requestDigest, requestDigestInSlices } from './request-digest.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly idempotency: Idempotency;
  }
  interface FastifyRequest {
    /** The digest of a request with an idempotency key whose body is not kept, because it is large. */
    digest?: Buffer;
  }
}

export interface IdempotencyOptions {
  /** For operations without a token: the fields of the body that are the credential. */
  readonly credential?: readonly string[];
  /** The operation is one change of a group commit. */
  readonly isOneChange?: boolean;
  /** The operation has `LICENSE_DRY_RUN`. There is nothing to repeat of a dry run. */
  readonly hasDryRun?: boolean;
}

const HEADER = 'idempotency-key';
const MAX_LENGTH = 255;
export const KEY = text({ min: 1, max: MAX_LENGTH });

/** Notes what the body of a request with an idempotency key is, before it is dropped. */
export async function noteDigest(request: FastifyRequest): Promise<void> {
  if (request.headers[HEADER] !== undefined) request.digest = await requestDigestInSlices(request);
}

/** Runs a request with an idempotency key, unless that happened before. */
export async function runOnce(
  { request, reply }: Exchange,
  { credential, isOneChange = false }: IdempotencyOptions,
  handle: () => Promise<unknown>,
): Promise<unknown> {
  const keyed = {
    credential: credential ? publicCredential(request.body, credential) : credentialOf(request),
    key: keyOf(request),
    digest: request.digest ?? requestDigest(request),
  };
  try {
    const { idempotency } = request.server;
    const work = async () => ({ body: await handle(), status: reply.statusCode });
    const { status, body, isReplayed } = await (isOneChange
      ? idempotency.runAsOneChange(keyed, work)
      : idempotency.run(keyed, work));
    if (isReplayed) void reply.header('idempotency-replayed', 'true');
    void reply.status(status);
    return body;
  } catch (error) {
    throw error instanceof IdempotencyKeyReused ? invalidKey('idempotency_key_reused', error.message, keyed.key) : error;
  }
}

/** The authenticated caller, of whom the platform needs nothing else here. */
const credentialOf = (request: FastifyRequest): string =>
  (request as FastifyRequest & { readonly caller: { readonly credential: string } }).caller.credential;

const publicCredential = (body: unknown, fields: readonly string[]): string =>
  JSON.stringify(['body', ...fields.map((field) => (body as Readonly<Record<string, unknown>>)[field])]);

const invalidKey = (type: string, msg: string, input: unknown): RequestInvalid =>
  new RequestInvalid([{ loc: ['header', HEADER], type, msg, input }]);

function keyOf({ headers }: FastifyRequest): string {
  const issues: Issue[] = [];
  const key = KEY.read(headers[HEADER], issues);
  if (issues.length > 0) throw new RequestInvalid(issues.map((issue) => ({ ...issue, loc: ['header', HEADER, ...issue.loc] })));
  return key;
}
