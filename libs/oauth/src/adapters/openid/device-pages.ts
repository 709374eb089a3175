import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { html } from '#platform/html';
import { EXPIRED_PAGE } from './error-page.ts';
import { documentOf, errorMessage, type Page } from './page.ts';

const ACTION = '/oauth2/device';
const MAX_CODE = 20;

/** The code in the address that a device shows, for whoever opens it instead of typing the code. */
function givenCode({ req, method }: KoaContextWithOIDC): string {
  const url = method === 'GET' ? URL.parse((req as { givenUrl?: string }).givenUrl ?? '', 'http://localhost') : null;
  return (url?.searchParams.get('user_code') ?? '').slice(0, MAX_CODE);
}

/** The secret that the provider expects back from its forms. */
const secretOf = (ctx: KoaContextWithOIDC): string => (ctx.oidc.session!.state as { secret: string }).secret;

function messageOf(error: Error | undefined): string | undefined {
  const name = error?.name;
  if (name === undefined) return undefined;
  if (name === 'AbortedError') return 'The sign-in of the device was refused. You can close this page.';
  if (name === 'NoCodeError') return 'Enter the code that the device shows.';
  return 'This code is not valid: it was mistyped, was used, or has expired. A code is valid for ten minutes.';
}

const inputPage = (secret: string, code: string, message?: string): Page => ({
  title: 'Connect a device',
  body: html`<h1>Connect a device</h1>
    <p class="muted">Enter the code that the program or device shows.</p>
    ${errorMessage(message)}
    <form method="post" action="${ACTION}">
      <input type="hidden" name="xsrf" value="${secret}" />
      <label class="field" for="user_code">Code</label>
      <input
        class="code"
        type="text"
        id="user_code"
        name="user_code"
        value="${code}"
        maxlength="${MAX_CODE}"
        required
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        autofocus
      />
      <button type="submit">Continue</button>
    </form>`,
});

const confirmPage = (secret: string, clientName: string, userCode: string): Page => ({
  title: 'Connect this device?',
  body: html`<h1>Connect “${clientName}”?</h1>
    <p class="muted">Continue only if you started this yourself, just now, and the device shows this code:</p>
    <p class="user-code">${userCode}</p>
    <form method="post" action="${ACTION}">
      <input type="hidden" name="xsrf" value="${secret}" />
      <input type="hidden" name="user_code" value="${userCode}" />
      <button type="submit" name="confirm" value="yes">Continue</button>
      <button class="second" type="submit" name="abort" value="yes">Refuse</button>
    </form>`,
});

const successPage = (clientName: string): Page => ({
  title: 'Connected',
  body: html`<h1>“${clientName}” is connected</h1>
    <p class="muted">You can close this page and go back to the device.</p>`,
});

const show = (ctx: KoaContextWithOIDC, page: Page): void => void Object.assign(ctx, { type: 'html', body: documentOf(page) });

const nameOf = ({ oidc: { client } }: KoaContextWithOIDC): string => client!.clientName ?? client!.clientId;

/** A form sent without a session is refused, and so is the next one: the provider cannot save a session that it begins with an error. */
function showInput(ctx: KoaContextWithOIDC, error: Error | undefined): void {
  const session = ctx.oidc.session as unknown as { readonly exp?: number; touched: boolean };
  if (!error || session.exp !== undefined) return show(ctx, inputPage(secretOf(ctx), givenCode(ctx), messageOf(error)));
  session.touched = false;
  show(ctx, EXPIRED_PAGE);
}

/** The pages on which users enter the code of a device (RFC 8628). */
export const deviceFlow: NonNullable<NonNullable<Configuration['features']>['deviceFlow']> = {
  charset: 'base-20',
  mask: '****-****',
  deviceInfo: () => ({}),
  userCodeInputSource: (ctx, _form, _out, error) => showInput(ctx, error),
  userCodeConfirmSource: (ctx, _form, _client, _info, userCode) => show(ctx, confirmPage(secretOf(ctx), nameOf(ctx), userCode)),
  successSource: (ctx) => show(ctx, successPage(nameOf(ctx))),
};
