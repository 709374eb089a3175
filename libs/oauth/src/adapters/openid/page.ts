import { createHash } from 'node:crypto';
import { SERVICE_NAME } from '#support/mails';
import { Html, html } from '#platform/html';
import { policySourceOf } from '../../domain/client-metadata.ts';
import { STYLE } from './page-style.ts';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Its content is what the hash says, to the letter. */
const STYLE_ELEMENT = Html.constant(`<style>${STYLE}</style>`);

const LOGO = html`<svg viewBox="0 0 34 34" aria-hidden="true">
  <rect width="34" height="34" rx="9" fill="#1f2638" />
  <path d="M17 8a5.4 5.4 0 0 0-3 9.9L12.4 26h9.2L20 17.9A5.4 5.4 0 0 0 17 8z" fill="#eab64b" />
</svg>`;

const ALERT = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">
  <circle cx="10" cy="10" r="8" />
  <path d="M10 6v5M10 13.6v.4" stroke-linecap="round" />
</svg>`;

/** A script that a page needs. Its content is what the hash says, to the letter. */
export interface PageScript {
  readonly element: Html;
  readonly hash: string;
}

export const pageScript = (text: string): PageScript => ({
  element: Html.constant(`<script>${text}</script>`),
  hash: createHash('sha256').update(text).digest('base64'),
});

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly script?: PageScript;
}

/** A complete document. It loads nothing. */
export const documentOf = ({ title, body, script }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${SERVICE_NAME}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <div class="brand">${LOGO}<span>${SERVICE_NAME}</span></div>
          ${body}
        </main>
        ${script !== undefined && script.element}
      </body>
    </html> `.text;

/** A message that assistive technology reads at once. */
export const errorMessage = (message: string | undefined): Html | false =>
  message !== undefined &&
  html`<div class="error" role="alert">
    ${ALERT}
    <p>${message}</p>
  </div>`;

/** Nothing of an address can add to a policy. */
function formTarget(redirectUri: string | undefined): string {
  const source = redirectUri === undefined ? null : policySourceOf(redirectUri);
  return source === null ? '' : ` ${source}`;
}

/**
 * Headers of every page. Nothing but the style of the page is allowed, and its script, if it has one; no other site can show the page in a frame; addresses of pages are
 * not told to other sites. Browsers apply `form-action` to redirects that follow a form, so it contains where the application gets its
 * response.
 */
export const pageHeaders = (redirectUri?: string, script?: PageScript): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    ...(script ? [`script-src 'sha256-${script.hash}'`] : []),
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${formTarget(redirectUri)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});
