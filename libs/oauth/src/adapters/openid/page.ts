import { createHash } from 'node:crypto';
import { SERVICE_NAME } from '#support/mails';
import { Html, html } from '#platform/html';
import { policySourceOf } from '../../domain/client-metadata.ts';

/** The look of all pages: light and dark, from a phone to a wide screen. */
const STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(oklch(0.985 0.004 275), oklch(0.19 0.015 270));
  --surface: light-dark(#fff, oklch(0.23 0.016 270));
  --ink: light-dark(oklch(0.22 0.02 270), oklch(0.94 0.008 270));
  --muted: light-dark(oklch(0.47 0.02 270), oklch(0.74 0.015 270));
  --line: light-dark(oklch(0.8 0.012 270), oklch(0.42 0.02 270));
  --accent: light-dark(oklch(0.47 0.18 272), oklch(0.74 0.12 272));
  --on-accent: light-dark(#fff, oklch(0.18 0.03 272));
  --focus: light-dark(oklch(0.55 0.19 258), oklch(0.75 0.14 258));
  --bad: light-dark(oklch(0.48 0.17 27), oklch(0.8 0.11 25));
  --bad-surface: light-dark(oklch(0.95 0.025 20), oklch(0.3 0.06 25));
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 24px 16px; display: grid; place-items: center;
  background: var(--page); color: var(--ink);
  font: 15px/1.5 Inter, system-ui, -apple-system, 'Segoe UI', sans-serif; font-variant-numeric: tabular-nums;
}
main { width: 100%; max-width: 400px; }
.brand { display: flex; align-items: center; gap: 12px; font-weight: 600; margin-bottom: 32px; }
.brand svg { width: 34px; height: 34px; }
h1 { font-size: 21px; line-height: 1.3; margin: 0 0 4px; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 15px; margin: 24px 0 8px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.muted { color: var(--muted); }
.error {
  display: flex; gap: 12px; padding: 10px 14px; border-radius: 9px; margin: 16px 0;
  background: var(--bad-surface); color: var(--bad);
}
.error svg { flex: none; width: 20px; height: 20px; margin-top: 1px; }
.error p { margin: 0; }
form { margin: 16px 0 0; }
label.field, legend { display: block; font-weight: 600; font-size: 14px; margin: 0 0 4px; padding: 0; }
input[type=email], input[type=password], input[type=text] {
  width: 100%; height: 38px; padding: 0 12px; margin: 0 0 16px; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--line); border-radius: 9px;
}
input.code { font: 18px/1 'JetBrains Mono', ui-monospace, monospace; letter-spacing: 0.12em; text-transform: uppercase; }
.user-code { font: 600 24px/1.3 'JetBrains Mono', ui-monospace, monospace; letter-spacing: 0.08em; }
button, a.button {
  width: 100%; min-height: 38px; padding: 6px 14px; margin: 0 0 8px; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 9px;
}
a.button { display: block; text-align: center; text-decoration: none; overflow-wrap: anywhere; }
button.second { color: var(--ink); background: var(--surface); border-color: var(--line); }
button.link {
  width: auto; min-height: 24px; padding: 0; margin: 0; font-weight: 500; color: var(--accent); background: none; border: 0;
  text-decoration: underline; text-underline-offset: 3px; text-align: left;
}
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
fieldset { border: 0; margin: 0 0 16px; padding: 0; }
label.choice { display: flex; gap: 10px; align-items: flex-start; padding: 8px 0; overflow-wrap: anywhere; }
label.choice input { width: 18px; height: 18px; margin: 2px 0 0; flex: none; accent-color: var(--accent); }
ul { margin: 0 0 16px; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 9px; background: var(--surface); }
details { margin: 0 0 16px; }
summary { min-height: 24px; margin: 0 0 8px; cursor: pointer; }
li { padding: 8px 14px; }
li + li { border-top: 1px solid var(--line); }
.scroll { max-height: 320px; overflow: auto; }
@media (prefers-reduced-motion: no-preference) { button, a.button { transition: filter 0.1s; } :is(button, a.button):hover { filter: brightness(1.06); } }
`;

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
