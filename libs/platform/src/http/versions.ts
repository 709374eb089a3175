import { QueryBus } from '@nestjs/cqrs';
import { createParamDecorator, type ExecutionContext, type INestApplicationContext } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiVersion, FIRST_API_VERSION, isApiVersion } from '#support/api-versions';
import { JsonText } from '#support/json';
import { addedSince, type Field } from '#platform/wire';
import { changesWithin, hasChanges } from '#platform/wire/composition';
import type { Exchange } from './failure-limit.ts';
import { requestIn } from './request.ts';
import { type Handler, wrapHandler } from './wrapped-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly queries: Pick<QueryBus, 'execute'>;
  }
  interface FastifyRequest {
    /** The version that the response is in, if it is not the first one. */
    apiVersion: ApiVersion | undefined;
  }
}

/** A handler whose response is written in versions. */
interface Versioned {
  /** What is called for a response in the first version. */
  readonly handler: Handler;
  readonly view: Field<unknown>;
}

const versioned = new WeakMap<Handler, Versioned>();

/** What responses in later versions need. */
export function servesVersions(fastify: FastifyInstance, app: Pick<INestApplicationContext, 'get'>): void {
  fastify.decorate('queries', app.get<QueryBus>(QueryBus, { strict: false }));
  fastify.decorateRequest('apiVersion', undefined);
}

/** Answers in a later version than the first one. Returns false if there is none of this name. */
export function useVersion(version: string | string[], request: FastifyRequest, reply: FastifyReply): boolean {
  if (!isApiVersion(version)) return false;
  request.apiVersion = version;
  void reply.header('polar-version', version);
  return true;
}

/**
 * The response in the version that the request names: with what the changes of its views add. It is complete before it is stored under an
 * idempotency key or signed.
 */
export async function inVersion({ server, apiVersion }: FastifyRequest, view: Field<unknown>, built: unknown): Promise<unknown> {
  const body = await built;
  if (apiVersion === undefined) return body;
  const value: unknown = body instanceof JsonText ? body.toJSON() : body;
  const views = [...changesWithin(view.schema, value, apiVersion)];
  const added = await addedSince(views, (query) => server.queries.execute(query));
  for (const { shown } of views) for (const fields of added.get(shown)!.values()) Object.assign(shown, fields);
  return value;
}

/** The responses of the operation are written in versions, if any of them shows the view otherwise than the first one. */
export const InVersions = (view: Field<unknown> | null): MethodDecorator =>
  view === null || !hasChanges(view.schema)
    ? () => undefined
    : wrapHandler((handler, position) => {
        const wrapped: Handler = async function (this: unknown, ...args) {
          return inVersion((args[position] as Exchange).request, view, handler.apply(this, args));
        };
        versioned.set(wrapped, { handler, view });
        return wrapped;
      });

/** The handler without its versions, and the view that changes with them: whoever builds the response from what it returns applies them. */
export const withoutVersions = (handler: Handler): { readonly handler: Handler; readonly view?: Field<unknown> } =>
  versioned.get(handler) ?? { handler };

/** Passes the version that the response is in to a controller method. */
export const CurrentVersion = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ApiVersion => requestIn(context).apiVersion ?? FIRST_API_VERSION,
);
