import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Agent, request } from 'undici';
import type { Attempt } from '../../domain/delivery-schedule.ts';
import { Sender, type WebhookRequest } from '../../domain/sender.ts';
import { AddressGuard } from './address-guard.ts';
import { AddressNotAllowed, guardedLookup } from './guarded-lookup.ts';
import { readStart } from './read-start.ts';
import { secondsToWait } from './retry-after.ts';

/** From the beginning of the connection to the last byte that is read. */
const TIMEOUT_MS = 15_000;
const CONNECT_MS = 10_000;
const IDLE_MS = 10_000;
const MAX_HEADER_BYTES = 16_384;

const OPTIONS = {
  /** Not limited: endpoints of several organizations may be at one origin, and must not wait for each other. */
  connections: null,
  pipelining: 1,
  keepAliveTimeout: IDLE_MS,
  keepAliveMaxTimeout: IDLE_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
};

class TimedOut extends Error {
  constructor() {
    super(`No complete response within ${TIMEOUT_MS / 1000} seconds.`);
  }
}

/** Sends requests with `undici`. Redirects are not followed. Connections are reused for a few seconds. */
@Injectable()
export class UndiciSender extends Sender implements OnModuleDestroy {
  protected readonly timeoutMs: number = TIMEOUT_MS;
  private readonly guarded: Agent;
  private readonly allowed: Agent;

  constructor(private readonly guard: AddressGuard) {
    super();
    this.guarded = new Agent({ ...OPTIONS, connect: { timeout: CONNECT_MS, lookup: guardedLookup() } });
    this.allowed = new Agent({ ...OPTIONS, connect: { timeout: CONNECT_MS } });
  }

  async send({ url, headers, body }: WebhookRequest): Promise<Attempt> {
    // `AbortSignal.timeout` would keep a signal and a timer of each request for the whole time.
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new TimedOut()), this.timeoutMs);
    try {
      const dispatcher = this.dispatcherFor(new URL(url));
      const response = await request(url, { dispatcher, method: 'POST', headers, body, signal: stop.signal });
      const retryAfter = secondsToWait(response.headers['retry-after'], new Date());
      return { httpCode: response.statusCode, response: await readStart(response.body), retryAfter };
    } catch (error) {
      return { httpCode: null, response: reasonOf(error), retryAfter: null };
    } finally {
      clearTimeout(timer);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.guarded.destroy(), this.allowed.destroy()]);
  }

  /** The literal of an address is not looked up, so it is checked here; so are names of this machine and of local networks. */
  private dispatcherFor({ hostname, port }: URL): Agent {
    if (this.guard.isAllowed(hostname, port)) return this.allowed;
    if (!this.guard.isPublic(hostname)) throw new AddressNotAllowed();
    return this.guarded;
  }
}

/** What the seller sees: neither a stack nor an address of the network of this service. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressNotAllowed || error instanceof TimedOut) return error.message;
  const { code, message } = error as Error & { readonly code?: string };
  return code ?? message;
}
