import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type ClientLimit, ClientLimits } from '#platform/http';
import { Keyring } from '#engine/secrets';

export type FormFields = Readonly<Record<string, string>>;

/** Whether forms come from our own pages, and how often. */
@Injectable()
export class FormSecurity {
  constructor(
    private readonly keyring: Keyring,
    private readonly limits: ClientLimits,
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
   * After how many seconds to try again; null if the client may go on. With the same name, pages and operations of the API count
   * together.
   */
  async secondsToWait(request: FastifyRequest, limit: Omit<ClientLimit, 'quota'>): Promise<number | null> {
    return (await this.limits.count(request, { quota: 'signIn', ...limit })).retryAfter;
  }
}
