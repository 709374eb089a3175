import type { KoaContextWithOIDC } from 'oidc-provider';
import { html } from '#platform/html';
import { destinationOf } from './consent-page.ts';
import { documentOf, errorMessage, type Page, pageHeaders } from './page.ts';

const unaskedPage = (clientName: string, place: string, address: string, error: string): Page => ({
  title: 'Continue?',
  body: html`<h1>Continue at ${place}?</h1>
    ${errorMessage('You were not signed in, and nothing was allowed.')}
    <p class="muted">
      “${clientName}” sent you here, and you did not allow it anything in this browser before. Continue only if you know it.
    </p>
    <p><a class="button" href="${address}">Continue at ${place}</a></p>
    <p class="muted">For the developers of the application: ${error}</p>`,
});

/**
 * Anybody can register an application, with any address. An error is an answer that nobody was asked for (`prompt=none`, a request that is
 * not valid), so a link to this service would lead anywhere: users go on by themselves, unless they allowed the application something in
 * this browser before (RFC 9700, 4.11.2).
 */
export async function askBeforeErrors(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { route, client, session } = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined) ?? {};
  const address = ctx.response.get('location');
  if (route !== 'authorization' || address === '' || !client || session?.grantIdFor(client.clientId) !== undefined) return;
  const { search, hash } = new URL(address, ctx.oidc.issuer);
  // A response type that is not supported is refused where that type has its answers: in the fragment.
  const answer = [search, hash].map((part) => new URLSearchParams(part.slice(1))).find((each) => each.has('error'));
  if (!answer?.has('iss')) return;
  const error = [answer.get('error'), answer.get('error_description')].filter((each) => each !== null).join(': ');
  const page = unaskedPage(client.clientName ?? client.clientId, destinationOf(address), address, error);
  ctx.remove('location');
  ctx.set(pageHeaders());
  Object.assign(ctx, { status: 400, type: 'html', body: documentOf(page) });
}
