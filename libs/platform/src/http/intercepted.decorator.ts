import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { respondToRequestWith } from '#engine/idempotency';
import type { Field } from '#platform/wire';
import { DRY_RUN_HEADER, isDryRun } from './dry-run.ts';
import type { CountedFailures, Exchange } from './failure-limit.ts';
import { type IdempotencyOptions, KEY, runOnce } from './idempotent-requests.ts';
import { LimitedRoute } from './limited-route.ts';
import { openApi } from './open-api-schema.ts';
import { inVersion, withoutVersions } from './versions.ts';
import { type Handler, wrapHandler } from './wrapped-handler.ts';

/** What surrounds a method of a controller, which only sends a command. */
interface Interception<Controller> {
  /** The operation accepts `Idempotency-Key`. */
  readonly idempotency?: IdempotencyOptions;
  /** Failures are counted for the network of the client. The method gets it as its `@ClientOrigin()`. */
  readonly failures?: CountedFailures;
  /**
   * Builds the response from the outcome of the command. For a request with an idempotency key that is one change, it is built within the
   * transaction of the change, which stores it, unless something has to be looked up for it. Headers that it sets are not stored.
   */
  readonly answer?: (controller: Controller, outcome: never, reply: FastifyReply) => unknown;
  /** Adds to the response to a request that was refused. */
  readonly refused?: (controller: Controller, error: unknown, reply: FastifyReply) => Promise<void>;
}

/**
 * The operation accepts `Idempotency-Key`: a request that is repeated with the same key gets the response of the first one, and
 * changes nothing. Requests without the header are not affected.
 */
export const Idempotent = (idempotency: IdempotencyOptions = {}): MethodDecorator => Intercepted({ idempotency });

/**
 * Limits, idempotency and the response of an operation, around the method that sends its command. It wraps the method: an interceptor of
 * Nest would turn the outcome of every request into an observable.
 */
export function Intercepted<Controller>(interception: Interception<Controller>): MethodDecorator {
  const { idempotency, failures } = interception;
  return applyDecorators(
    ...(idempotency ? [DOCUMENTED] : []),
    ...(failures ? [LimitedRoute(failures.name)] : []),
    wrapHandler((handler, position, { target, name }) => {
      const origin = Reflect.getMetadata(ORIGIN, target, name) as number | undefined;
      const operation = new InterceptedOperation(interception, handler, origin);
      return function (this: unknown, ...args) {
        return operation.handle(this as Controller, args, args[position] as Exchange);
      };
    }),
  );
}

const ORIGIN = 'latchkey:client-origin';

/** Passes the origin of a request to a method whose failures are counted. */
export const ClientOrigin = (): ParameterDecorator => (target, name, index) =>
  Reflect.defineMetadata(ORIGIN, index, target, name!);

const DOCUMENTED = ApiHeader({
  name: 'Idempotency-Key',
  required: false,
  description:
    'Makes it safe to repeat the request: for 24 hours, the same request with the same key and the same credentials gets the same ' +
    'response, with `Idempotency-Replayed: true`, and changes nothing. Only successful responses are repeated. Choose a random key for ' +
    'each request, for example a UUID.',
  schema: openApi(KEY.schema),
});

class InterceptedOperation<Controller> {
  private readonly handler: Handler;
  /** The view of the response, if later versions of the API show it otherwise. */
  private readonly view: Field<unknown> | undefined;

  constructor(
    private readonly interception: Interception<Controller>,
    handler: Handler,
    private readonly origin: number | undefined,
  ) {
    ({ handler: this.handler, view: this.view } = withoutVersions(handler));
  }

  async handle(controller: Controller, args: unknown[], exchange: Exchange): Promise<unknown> {
    const { idempotency } = this.interception;
    const { headers } = exchange.request;
    const isDry = idempotency?.hasDryRun === true && isDryRun(headers);
    if (isDry) void exchange.reply.header(DRY_RUN_HEADER, '1');
    return idempotency && !isDry && headers['idempotency-key'] !== undefined
      ? runOnce(exchange, idempotency, () => this.answerWithChange(controller, args, exchange))
      : this.answerTo(await this.send(controller, args, exchange), controller, exchange);
  }

  /** The method sends the command. If it is refused, that may count as a failure. */
  private async send(controller: Controller, args: unknown[], exchange: Exchange): Promise<unknown> {
    const { failures, refused } = this.interception;
    if (!failures) return this.handler.apply(controller, args);
    const limit = exchange.request.server.failureLimits.of(failures);
    const attempt = limit.begin(exchange, failures.attemptOf(args[0] as never));
    if (this.origin !== undefined) args[this.origin] = attempt.origin;
    try {
      return await this.handler.apply(controller, args);
    } catch (error) {
      const refusal = await limit.countIfFailure(error, attempt);
      await refused?.(controller, refusal, exchange.reply);
      throw refusal;
    }
  }

  /** The response, in the version that the request names. */
  private answerTo(outcome: unknown, controller: Controller, { request, reply }: Exchange): unknown {
    const { answer } = this.interception;
    const body = answer ? answer(controller, outcome as never, reply) : outcome;
    return request.apiVersion === undefined || this.view === undefined ? body : inVersion(request, this.view, body);
  }

  /** The response is stored with the change that it follows from, if it can be built at once. */
  private async answerWithChange(controller: Controller, args: unknown[], exchange: Exchange): Promise<unknown> {
    const { answer } = this.interception;
    let built: { readonly body: unknown } | undefined;
    // What a later version adds is read after the change.
    if (answer && exchange.request.apiVersion === undefined) {
      respondToRequestWith<never>((outcome) => {
        const body = answer(controller, outcome, exchange.reply);
        if (body instanceof Promise) return undefined;
        built = { body };
        return { status: exchange.reply.statusCode, body };
      });
    }
    const outcome = await this.send(controller, args, exchange);
    return built ? built.body : this.answerTo(outcome, controller, exchange);
  }
}

/** The operation does not accept `Idempotency-Key`, for this reason. */
export const NotIdempotent = (reason: string): MethodDecorator => SetMetadata('latchkey:not-idempotent', reason);
