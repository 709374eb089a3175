import { Logger, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { asBulkWork } from '#platform/outbox';
import { setTimeout as rest } from 'node:timers/promises';
import { TenantOverloaded } from '#platform/tenancy';
import { closeWhenStalled } from './streamed-response.ts';

const BUFFERED = 16 * 1024;

type Run = ReturnType<typeof AsyncLocalStorage.snapshot>;

/** The lines, each made in the context of `run`: a socket asks for them in its own. */
async function* asText(values: AsyncIterator<object>, run: Run): AsyncGenerator<string, void> {
  try {
    for (let next = await run(() => values.next()); !next.done; next = await run(() => values.next())) {
      yield `${JSON.stringify(next.value)}\n`;
    }
  } finally {
    await run(() => values.return?.());
  }
}

const log = new Logger('Http');

/**
 * A response of one line of JSON for each value, sent while the values are made, no faster than the client takes them. Making them is
 * bulk work: its events come after those of others. If it fails, or the client disconnects or stalls, the connection is closed.
 */
export function streamedLines(values: AsyncIterator<object>, reply: FastifyReply): StreamableFile {
  const lines = asText(
    values,
    asBulkWork(true, () => AsyncLocalStorage.snapshot()),
  );
  const body = Readable.from(lines, { objectMode: false, highWaterMark: BUFFERED });
  body.once('error', (error: Error) => {
    const { method, routeOptions, id } = reply.request;
    log.error(`${method} ${routeOptions.url} ended early (request ${id})`, error.stack);
  });
  closeWhenStalled(reply.raw);
  return new StreamableFile(body, { type: 'application/x-ndjson' });
}

/** How often work on one line is refused before the whole response ends. */
const MAX_REFUSALS = 20;

/** Does the work on a line, later if the tenant has used its share: nobody could send the line again by itself. */
export async function whenThereIsRoom<T>(work: () => Promise<T>): Promise<T> {
  for (let refusals = 0; ; refusals++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TenantOverloaded) || refusals === MAX_REFUSALS) throw error;
      await rest(error.retryAfter * 1000);
    }
  }
}
