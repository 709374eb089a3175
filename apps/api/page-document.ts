import type { FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';

/** What the build has written in place of the nonce. */
const PLACEHOLDER = '__NONCE__';
const NONCE_BYTES = 18;

/** What browsers may do on a page; `imageOrigin` is where pictures of sellers come from. */
export interface PageRules {
  readonly imageOrigin: string;
}

/** Pictures that sellers upload have addresses below the base URL. */
export const pageRules = (baseUrl: string): PageRules => ({ imageOrigin: new URL(baseUrl).origin });

/**
 * The document of a single-page application, with a nonce of its own in every response. Scripts and styles are allowed by the nonce alone,
 * which chunks inherit from the script that loads them: files that sellers upload are on the same origin.
 */
export class PageDocument {
  private readonly parts: readonly string[];

  /** `settings` of the service that the page has to know are attributes of the document. */
  constructor(template: string, settings: Readonly<Record<string, boolean>> = {}) {
    const attributes = Object.entries(settings).map(([name, value]) => ` data-${name}="${value}"`);
    this.parts = template.replace('<html', `<html${attributes.join('')}`).split(PLACEHOLDER);
  }

  send(reply: FastifyReply, { imageOrigin }: PageRules): FastifyReply {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      `img-src 'self' data: ${imageOrigin}`,
      "font-src 'self'",
      "connect-src 'self'",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
    return reply
      .headers({
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(this.parts.join(nonce));
  }
}
