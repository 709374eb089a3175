import { request } from 'undici';
import type { WebhookEventType } from '#webhooks/views';
import { CliError } from '../../process/index.ts';
import { detailOf } from '../../api/operations/detail.ts';
import { parsed, reasonOf } from '../connection/service-errors.ts';

export interface FeedEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly sequence: number;
  readonly type: WebhookEventType;
  readonly timestamp: string;
  /** Null once the body was deleted. */
  readonly payload: string | null;
}

interface Page {
  readonly organization_id: string;
  readonly items: readonly Omit<FeedEvent, 'organizationId'>[];
  readonly last_sequence: number;
}

interface Connection {
  /** URL of the service, without a slash at its end. */
  readonly url: string;
  readonly token: string;
  /** Required if the token may see several organizations. */
  readonly organization?: string;
}

/** The service may respond later: it cannot be reached, is busy, or has failed. */
export class FeedUnavailable extends CliError {}

export const PAGE_SIZE = 100;
const TIMEOUT_MS = 30_000;

/** Too early, too slow, too many: a later request may succeed. */
const TEMPORARY = new Set([408, 425, 429]);

/** The events of an organization, read over HTTP. */
export class Feed {
  constructor(private readonly connection: Connection) {}

  /** Opens the feed and returns the position of its last event. */
  async open(stop: AbortSignal): Promise<number> {
    return (await this.request(Number.MAX_SAFE_INTEGER, 1, stop)).last_sequence;
  }

  /** The events after this position, at most `PAGE_SIZE`. */
  async after(position: number, stop: AbortSignal): Promise<readonly FeedEvent[]> {
    const { items, organization_id: organizationId } = await this.request(position, PAGE_SIZE, stop);
    return items.map((event) => ({ ...event, organizationId }));
  }

  private async request(after: number, limit: number, stop: AbortSignal): Promise<Page> {
    const { url, token, organization } = this.connection;
    const query = new URLSearchParams({ after: `${after}`, limit: `${limit}` });
    if (organization !== undefined) query.set('organization_id', organization);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const address = `${url}/v1/webhooks/events?${query}`;
      const response = await request(address, { headers: { authorization: `Bearer ${token}` }, signal });
      const body = parsed(await response.body.text()) as Partial<Page> | null;
      if (response.statusCode !== 200) throw this.refused(response.statusCode, body);
      if (!Array.isArray(body?.items)) throw new CliError(`${url} is not the URL of a Latchkey API.`);
      return body as Page;
    } catch (error) {
      if (error instanceof CliError) throw error;
      throw new FeedUnavailable(`${url} cannot be reached (${reasonOf(error)}).`);
    }
  }

  private refused(status: number, body: unknown): CliError {
    const sentence = `${this.connection.url} responded with ${status}${detailOf(body)}`;
    return status >= 500 || TEMPORARY.has(status) ? new FeedUnavailable(sentence) : new CliError(sentence);
  }
}
