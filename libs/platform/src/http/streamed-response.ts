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
import { replyIn, requestIn } from './request.ts';
import { noteTakesLonger } from './request-contexts.ts';
import { pause } from '#support/slices';
import { StreamedList } from '#support/streamed-lists';
import { isPlainObject } from '#platform/wire';

/** Text is passed on in chunks of about so many characters: large enough to be cheap, small enough to wait for a slow client. */
export const CHUNK_LENGTH = 64 * 1024;

const hasStreamedList = (value: unknown): value is Record<string, unknown> =>
  isPlainObject(value) && Object.values(value).some((property) => property instanceof StreamedList);

/**
 * Serializes an object of which some properties are streamed lists, whose items may be such objects themselves. The text is the
 * one of `JSON.stringify` with the lists as arrays. A page is read only when all text before it was taken, and at most
 * `CHUNK_LENGTH` characters and one item wait to be taken. All chunks but the last are of `CHUNK_LENGTH` or more.
 */
export class JsonChunks implements AsyncIterable<string> {
  private text = '';

  constructor(private readonly value: object) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    yield* this.write(this.value);
    yield this.text;
  }

  private async *write(value: unknown): AsyncGenerator<string, void> {
    if (value instanceof StreamedList) yield* this.writeList(value);
    else if (hasStreamedList(value)) yield* this.writeObject(value);
    else yield* this.append(JSON.stringify(value));
  }

  private async *writeObject(value: Record<string, unknown>): AsyncGenerator<string, void> {
    let separator = '{';
    for (const [name, property] of Object.entries(value)) {
      if (property === undefined) continue;
      this.text += `${separator}${JSON.stringify(name)}:`;
      separator = ',';
      yield* this.write(property);
    }
    this.text += '}';
  }

  private async *writeList(list: StreamedList<unknown>): AsyncGenerator<string, void> {
    this.text += '[';
    let separator = '';
    for await (const page of list) {
      await pause();
      for (const item of page) {
        this.text += separator;
        separator = ',';
        if (hasStreamedList(item)) yield* this.writeObject(item);
        else yield* this.append(JSON.stringify(item));
      }
    }
    this.text += ']';
  }

  private *append(text: string): Generator<string, void> {
    this.text += text;
    if (this.text.length < CHUNK_LENGTH) return;
    const chunk = this.text;
    this.text = '';
    yield chunk;
  }
}

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
