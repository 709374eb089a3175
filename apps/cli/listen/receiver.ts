import { request } from 'undici';
import { type Envelope, enveloped, headersOf } from '#webhooks';
import { reasonOf } from '../connection/service-errors.ts';
import type { FeedEvent } from './feed.ts';

/** As long as the service waits for an endpoint. */
const TIMEOUT_MS = 15_000;
/** A longer response is cut off; its status counts. */
const MOST_BYTES = 8_192;

export interface Outcome {
  readonly succeeded: boolean;
  /** The status of the response, or why there was none. */
  readonly status: number | string;
}

/** What gets the events. */
export interface Consumer {
  /** What is shown of it. */
  readonly name: string;
  /** Hands the event over once. Never throws: whatever the consumer does is the outcome. */
  send(event: FeedEvent, payload: string, stop: AbortSignal): Promise<Outcome>;
}

/** A receiver on the machine of a developer. Its requests are those of the service, apart from their signatures. */
export class Receiver implements Consumer {
  constructor(
    readonly name: string,
    private readonly secret: string,
    private readonly envelope: Envelope,
  ) {}

  async send(event: FeedEvent, payload: string, stop: AbortSignal): Promise<Outcome> {
    const { id, sequence } = event;
    const { body, headers: about } = enveloped({ ...event, body: payload }, this.envelope);
    const headers = headersOf({ id, sequence, body, headers: about }, [this.secret], new Date());
    const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const response = await request(this.name, { method: 'POST', headers, body, signal });
      await response.body.dump({ limit: MOST_BYTES, signal });
      return { succeeded: response.statusCode >= 200 && response.statusCode < 300, status: response.statusCode };
    } catch (error) {
      return { succeeded: false, status: reasonOf(error) };
    }
  }
}
