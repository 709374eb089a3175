import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { WallClock } from '#kernel';
import { Clients } from '#platform/http';
import { RateLimits } from '#platform/rate-limits';
import { Keyring } from '#platform/secrets';

export type FormFields = Readonly<Record<string, string>>;

/** Whether forms come from our own pages, and how often. */
@Injectable()
export class FormSecurity {
  constructor(
    private readonly keyring: Keyring,
    private readonly limits: RateLimits,
    private readonly clients: Clients,
    private readonly clock: WallClock,
  ) {}

  /** A text for the forms of pages that belong to a secret of the browser, which other sites know neither of. */
  tokenFor(secret: string): string {
    return this.keyring.digest('page-form', secret).toString('base64url');
  }

  /** Also what browsers say about the page with the form counts. */
  isOwnForm({ headers }: FastifyRequest, secret: string, given: string | undefined): boolean {
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
    return this.keyring.isDigest('page-form', secret, Buffer.from(given ?? '', 'base64url'));
  }

  /**
   * After how many seconds to try again; null if the client may go on. Each name is counted by itself, for the network of the client and
   * for the subject, as `@RateLimited` does it: with the same name, pages and operations of the API count together.
   */
  async secondsToWait(request: FastifyRequest, name: string, subject?: string): Promise<number | null> {
    const byClient = await this.count(`${name} by clients`, this.clients.networkOf(request));
    return byClient ?? (subject === undefined ? null : this.count(`${name} by subjects`, subject));
  }

  private async count(name: string, key: string): Promise<number | null> {
    return (await this.limits.of('signIn', name).count(key, this.clock.now())).retryAfter;
  }
}
