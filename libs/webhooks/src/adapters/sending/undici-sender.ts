import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AddressNotAllowed, GuardedAgents } from '#platform/outgoing';
import type { Attempt } from '../../domain/delivery-schedule.ts';
import { Sender, type WebhookRequest } from '../../domain/sender.ts';
import { readStart } from './read-start.ts';
import { secondsToWait } from './retry-after.ts';
import { WebhookHosts } from './webhook-hosts.ts';

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

  async send({ url, headers, body }: WebhookRequest): Promise<Attempt> {
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
