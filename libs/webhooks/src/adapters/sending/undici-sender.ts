import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AddressNotAllowed, GuardedAgents, AddressGuard } from '#platform/outgoing';
import type { DeliveryAttempt } from '../../domain/delivery-schedule.ts';
import { Sender, type WebhookRequest } from '../../domain/sender.ts';
import type { Readable } from 'node:stream';
import { Config } from '#platform/config';
import { EndpointHosts } from '../../domain/endpoint-url.ts';

/** Webhooks go to public hosts, and to those of the setting `WEBHOOK_ALLOW`. */
@Injectable()
export class WebhookHosts extends EndpointHosts {
  readonly guard: AddressGuard;

  constructor({ webhookAllow }: Config) {
    super();
    this.guard = new AddressGuard(webhookAllow);
  }

  isAllowed(host: string, port: string): boolean {
    return this.guard.isAllowed(host, port);
  }

  isPublic(host: string): boolean {
    return this.guard.isPublic(host);
  }
}

const MAX_CHARACTERS = 2_048;
/** Enough for as many characters of up to four bytes. */
const MAX_BYTES = 4 * MAX_CHARACTERS;

/**
 * The start of a body as text, without NUL; null if it is empty. A body that goes on is closed, with its connection; a body that
 * ends leaves the connection open for the next request.
 */
async function readStart(body: Readable): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) break;
  }
  const text = Buffer.concat(chunks).subarray(0, MAX_BYTES).toString().replaceAll('\0', '');
  return [...text].slice(0, MAX_CHARACTERS).join('') || null;
}

const MAX_LENGTH = 64;

/** `Date.parse` also takes numbers and other texts for dates. */
const timeOf = (value: string): number => (/^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN);

/** The seconds that a header `Retry-After` asks to wait, given as a number or as a date; null if there is none or it is invalid. */
export function secondsToWait(header: string | string[] | undefined, now: Date): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (value === undefined || value.length > MAX_LENGTH) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (timeOf(value) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** From the beginning of the connection to the last byte that is read. */
const TIMEOUT_MS = 15_000;

class TimedOut extends Error {
  constructor() {
    super(`No complete response within ${TIMEOUT_MS / 1000} seconds.`);
  }
}

/** Sends requests with `undici`. Redirects are not followed. Connections are reused for a few seconds. */
@Injectable()
export class UndiciSender extends Sender implements OnModuleDestroy {
  private readonly agents: GuardedAgents;

  constructor({ guard }: WebhookHosts) {
    super();
    this.agents = new GuardedAgents(guard);
  }

  async send({ url, headers, body }: WebhookRequest): Promise<DeliveryAttempt> {
    // `AbortSignal.timeout` would keep a signal and a timer of each request for the whole time.
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new TimedOut()), TIMEOUT_MS);
    try {
      const response = await this.agents.request(new URL(url), { method: 'POST', headers, body, signal: stop.signal });
      const retryAfter = secondsToWait(response.headers['retry-after'], new Date());
      return { httpCode: response.statusCode, response: await readStart(response.body), retryAfter };
    } catch (error) {
      return { httpCode: null, response: reasonOf(error), retryAfter: null };
    } finally {
      clearTimeout(timer);
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.agents.destroy();
  }
}

/** What the seller sees: neither a stack nor an address of the network of this service. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressNotAllowed || error instanceof TimedOut) return error.message;
  const { code, message } = error as Error & { readonly code?: string };
  return code ?? message;
}
