import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '#platform/config';
import { AddressGuard, AddressNotAllowed, SafeFetch } from '#platform/outgoing';
import { Slack, type SlackFailure } from '../../domain/slack.ts';

const LIMITS = { timeoutMs: 10_000, maxBytes: 16_384 };
const MOST_CHARACTERS = 200;

/** What Slack cannot do at the moment. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** What Slack says in a word, such as `channel_is_archived`. */
const shortened = (text: string): string =>
  text
    .replace(/[^ -~]+/g, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);

/** Incoming webhooks of Slack, at hosts that may get webhooks. Redirects are not followed. */
@Injectable()
export class SlackWebhooks extends Slack implements OnModuleDestroy {
  private readonly safe: SafeFetch;

  constructor({ webhookAllow }: Config) {
    super();
    this.safe = new SafeFetch(new AddressGuard(webhookAllow), LIMITS);
  }

  isAllowed(url: URL): boolean {
    return this.safe.isAllowed(url);
  }

  async post(url: string, text: string): Promise<SlackFailure | null> {
    const body = JSON.stringify({ text, unfurl_links: false });
    try {
      const response = await this.safe.fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      if (response.ok) return null;
      const reason = shortened(`HTTP ${response.status} ${await response.text()}`);
      return { reason, isFinal: !isPassing(response.status) };
    } catch (error) {
      const { code, message } = error as Error & { readonly code?: string };
      if (error instanceof AddressNotAllowed) return { reason: message, isFinal: true };
      return { reason: shortened(code ?? message), isFinal: false };
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.safe.destroy();
  }
}
