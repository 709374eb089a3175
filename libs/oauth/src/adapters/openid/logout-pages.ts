import type { KoaContextWithOIDC } from 'oidc-provider';
import { html } from '#platform/html';
import { documentOf, type Page, pageHeaders } from './page.ts';
import { ROUTES } from './routes.ts';

interface Logout {
  readonly secret: string;
  readonly postLogoutRedirectUri?: string;
}

const confirmPage = (secret: string, clientName: string | undefined): Page => ({
  title: 'Sign out',
  body: html`<h1>Sign out?</h1>
    <p class="muted">
      ${clientName !== undefined && html`“${clientName}” asks you to sign out here, too. `}Applications that you allowed keep
      their access.
    </p>
    <form method="post" action="${ROUTES.end_session}/confirm">
      <input type="hidden" name="xsrf" value="${secret}" />
      <button type="submit" name="logout" value="yes">Sign out</button>
      <button class="second" type="submit">Stay signed in</button>
    </form>`,
});

const donePage: Page = {
  title: 'Done',
  body: html`<h1>Done</h1>
    <p class="muted">You can close this page.</p>`,
};

const show = (ctx: KoaContextWithOIDC, page: Page, redirectUri?: string): void => {
  ctx.set(pageHeaders(redirectUri));
  Object.assign(ctx, { type: 'html', body: documentOf(page) });
};

/** Asks whether to sign out; afterwards the user is taken to the address that the application registered. */
export function askToSignOut(ctx: KoaContextWithOIDC): void {
  const { secret, postLogoutRedirectUri } = ctx.oidc.session!.state as unknown as Logout;
  const { client } = ctx.oidc;
  show(ctx, confirmPage(secret, client && (client.clientName ?? client.clientId)), postLogoutRedirectUri);
}

export const showLogoutDone = (ctx: KoaContextWithOIDC): void => show(ctx, donePage);
