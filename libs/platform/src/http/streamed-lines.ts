import { Logger, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { asBulkWork } from '#engine/outbox';
import { setTimeout as rest } from 'node:timers/promises';
import { currentContext, runInContext, TenantOverloaded } from '#engine/tenancy';
import { noteTakesLonger } from './request-contexts.ts';
import { closeWhenStalled } from './streamed-response.ts';

const BUFFERED = 16 * 1024;

type Run = ReturnType<typeof AsyncLocalStorage.snapshot>;

/** The parts, each made in the context of `run`: a socket asks for them in its own. */
async function* inContext<T extends string | Uint8Array>(parts: AsyncIterator<T>, run: Run): AsyncGenerator<T, void> {
  try {
    for (let next = await run(() => parts.next()); !next.done; next = await run(() => parts.next())) yield next.value;
  } finally {
    await run(() => parts.return?.());
  }
}

async function* asLines(values: AsyncIterator<object>): AsyncGenerator<string, void> {
  try {
    for (let next = await values.next(); !next.done; next = await values.next()) yield `${JSON.stringify(next.value)}\n`;
  } finally {
    await values.return?.();
  }
}

const log = new Logger('Http');

/**
 * A response of one line of JSON for each value, sent while the values are made, no faster than the client takes them. Making them is
 * bulk work: its events come after those of others. If it fails, or the client disconnects or stalls, the connection is closed.
 */
export const streamedLines = (values: AsyncIterator<object>, reply: FastifyReply): StreamableFile =>
  streamedFile(asLines(values), reply, 'application/x-ndjson');

/** The same for a response of any texts or bytes. */
export function streamedFile(parts: AsyncIterator<string | Uint8Array>, reply: FastifyReply, type: string): StreamableFile {
  noteTakesLonger();
  const made = inContext(
    parts,
    asBulkWork(true, () => AsyncLocalStorage.snapshot()),
  );
  const body = Readable.from(made, { objectMode: false, highWaterMark: BUFFERED });
  body.once('error', (error: Error) => {
    const { method, routeOptions, id } = reply.request;
    log.error(`${method} ${routeOptions.url} ended early (request ${id})`, error.stack);
  });
  closeWhenStalled(reply.raw);
  return new StreamableFile(body, { type });
}

/** How often work on one line is refused before the whole response ends. */
const MAX_REFUSALS = 20;

/**
 * Does the work on a line of so many bytes, later if the tenant has used its share: nobody could send the line again by itself. Lines
 * share transactions as requests of their size do.
 */
export async function whenThereIsRoom<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const whole = currentContext();
  for (let refusals = 0; ; refusals++) {
    try {
      return await (whole ? runInContext(whole.part(bytes), work) : work());
    } catch (error) {
      if (!(error instanceof TenantOverloaded) || refusals === MAX_REFUSALS) throw error;
      await rest(error.retryAfter * 1000);
    }
  }
}
