import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { mergeMap, type Observable } from 'rxjs';
import { CHUNK_LENGTH, hasStreamedList, JsonChunks } from './json-chunks.ts';
import { replyIn, requestIn } from './request.ts';
import { noteTakesLonger } from './request-contexts.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A client that takes nothing of a streamed response for so long loses the connection. */
const STALLED_AFTER_MS = 60_000;

/** The chunks, each read in the asynchronous context of now: a socket asks for them in its own. */
async function* inThisContext(chunks: AsyncIterator<string>, first: string): AsyncGenerator<string, void> {
  const run = AsyncLocalStorage.snapshot();
  try {
    yield first;
    for (let next = await run(() => chunks.next()); !next.done; next = await run(() => chunks.next())) yield next.value;
  } finally {
    await run(() => chunks.return?.());
  }
}

/**
 * The JSON of a value with streamed lists. If it is short it is complete before anything is sent, so an error until then has a
 * response of its own; otherwise it is read as it is sent. A value that is disposable is disposed of once nothing more is read.
 */
export async function streamedBody(value: object): Promise<Buffer | Readable> {
  await using held = new AsyncDisposableStack();
  held.defer(async () => (value as Partial<AsyncDisposable>)[Symbol.asyncDispose]?.());
  const chunks = new JsonChunks(value)[Symbol.asyncIterator]();
  const first = (await chunks.next()).value as string;
  if (first.length < CHUNK_LENGTH) return Buffer.from(first);
  const body = Readable.from(inThisContext(chunks, first), { objectMode: false, highWaterMark: CHUNK_LENGTH });
  const heldByBody = held.move();
  body.once('close', () => void heldByBody.disposeAsync());
  return body;
}

/** Closes the connection once the client takes nothing for `ms`. A client that is slow but takes something is waited for. */
export const closeWhenStalled = (response: ServerResponse, ms = STALLED_AFTER_MS): void =>
  void response.setTimeout(ms, () => response.destroy());

@Injectable()
class ListStreaming implements NestInterceptor {
  private readonly log = new Logger('Http');

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next
      .handle()
      .pipe(
        mergeMap((value: unknown) =>
          hasStreamedList(value) ? this.stream(value, requestIn(context), replyIn(context)) : Promise.resolve(value),
        ),
      );
  }

  private async stream(value: object, request: FastifyRequest, reply: FastifyReply): Promise<StreamableFile> {
    const body = await streamedBody(value);
    if (Buffer.isBuffer(body)) return new StreamableFile(body, { type: JSON_TYPE, length: body.length });
    noteTakesLonger();
    // Nobody reads it.
    if (reply.sent) body.destroy();
    body.once('error', (error: Error) => {
      this.log.error(`${request.method} ${request.routeOptions.url} ended early (request ${request.id})`, error.stack);
    });
    closeWhenStalled(reply.raw);
    return new StreamableFile(body, { type: JSON_TYPE });
  }
}

/**
 * The response may have streamed lists: it is sent while it is read, no faster than the client takes it. If reading fails, or the
 * client disconnects or stalls, the connection is closed before the end of the response.
 */
export const StreamsLists = (): MethodDecorator => applyDecorators(UseInterceptors(ListStreaming));
