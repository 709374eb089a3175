import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { respondToRequestWith, type Idempotency, IdempotencyKeyReused } from '#platform/idempotency';
import { type Issue, text } from '#platform/wire';
import { DRY_RUN_HEADER, isDryRun } from './dry-run.ts';
import { RequestInvalid } from './errors.ts';
import type { Exchange } from './failure-limit.ts';
import { openApi } from './open-api-schema.ts';
import { requestDigest, requestDigestInSlices } from './request-digest.ts';
import { withoutVersions } from './versions.ts';
import { wrapHandler } from './wrapped-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly idempotency: Idempotency;
  }
  interface FastifyRequest {
    /** The digest of a request with an idempotency key whose body is not kept, because it is large. */
    digest?: Buffer;
  }
}

interface IdempotencyOptions {
  /** For operations without a token: the fields of the body that are the credential. */
  readonly credential?: readonly string[];
  /** The operation is one change of a group commit, and its response is built by `respondWith`. */
  readonly isOneChange?: boolean;
  /** The operation has `LICENSE_DRY_RUN`. There is nothing to repeat of a dry run. */
  readonly hasDryRun?: boolean;
}

const HEADER = 'idempotency-key';
const MAX_LENGTH = 255;
const KEY = text({ min: 1, max: MAX_LENGTH });

/**
 * The operation accepts `Idempotency-Key`: a request that is repeated with the same key gets the response of the first one, and
 * changes nothing. Requests without the header are not affected.
 */
export function Idempotent(options: IdempotencyOptions = {}): MethodDecorator {
  const document = ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Makes it safe to repeat the request: for 24 hours, the same request with the same key and the same credentials gets the same ' +
      'response, with `Idempotency-Replayed: true`, and changes nothing. Only successful responses are repeated. Choose a random key for ' +
      'each request, for example a UUID.',
    schema: openApi(KEY.schema),
  });
  const once = wrapHandler((versioned, position) => {
    const first = withoutVersions(versioned);
    return function (this: unknown, ...args) {
      const exchange = args[position] as Exchange;
      const handler = exchange.request.apiVersion === undefined ? first : versioned;
      if (options.hasDryRun && isDryRun(exchange.request.headers)) {
        void exchange.reply.header(DRY_RUN_HEADER, '1');
        return handler.apply(this, args);
      }
      if (exchange.request.headers[HEADER] === undefined) return handler.apply(this, args);
      return runOnce(exchange, options, () => handler.apply(this, args));
    };
  });
  return applyDecorators(document, once);
}

/** Notes what the body of a request with an idempotency key is, before it is dropped. */
export async function noteDigest(request: FastifyRequest): Promise<void> {
  if (request.headers[HEADER] !== undefined) request.digest = await requestDigestInSlices(request);
}

/**
 * Runs the only change of a request, and builds the response from its outcome. For a request with an idempotency key, the response is
 * built within the transaction of the change, which stores it, unless something has to be looked up for it.
 */
export async function respondWith<T, Body>(
  { request, reply }: Exchange,
  toBody: (outcome: T) => Body | Promise<Body>,
  change: () => Promise<T>,
): Promise<Body> {
  let built: { readonly body: Body } | undefined;
  respondToRequestWith<T>((outcome) => {
    // What a later version adds is read after the change.
    if (request.apiVersion !== undefined) return undefined;
    const body = toBody(outcome);
    if (body instanceof Promise) return undefined;
    built = { body };
    return { status: reply.statusCode, body };
  });
  const outcome = await change();
  return built ? built.body : toBody(outcome);
}

/** The operation does not accept `Idempotency-Key`, for this reason. */
export const NotIdempotent = (reason: string): MethodDecorator => SetMetadata('latchkey:not-idempotent', reason);

async function runOnce(
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
