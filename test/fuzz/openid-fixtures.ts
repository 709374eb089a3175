import { randomUUID } from 'node:crypto';
import * as client from 'openid-client';
import { beginSignIn, CALLBACK, configurationFor, ISSUER, type OpenIdApi } from '../support/openid.ts';
import { noteSecret } from '../support/logged-secrets.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import type { SeededOrganization } from '../support/seed.ts';
import { seedUserSession } from '../support/seed-user.ts';

/** A page with a form that a browser shows: its address, the cookies that belong there, and the hidden fields. */
export interface ShownForm {
  readonly path: string;
  readonly cookie: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What requests to the provider can be about: an application of its own with tokens, and pages that a user has open. */
export interface OpenIdFixtures {
  readonly metadata: object;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly registrationToken: string;
  readonly authorization: Readonly<Record<string, string>>;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
  /** Not used yet, for a minute. */
  readonly code: string;
  readonly codeVerifier: string;
  readonly deviceCode: string;
  readonly userCode: string;
  readonly organizationId: string;
  readonly signIn: ShownForm;
  readonly consent: ShownForm;
  readonly device: ShownForm;
  readonly logout: ShownForm;
}

const SCOPE = 'openid email license_keys:read';

const shownIn = (browser: PlainBrowser, action: string): ShownForm => ({
  path: new URL(action, ISSUER).pathname,
  cookie: browser.cookiesFor(new URL(action, ISSUER).href),
  fields: browser.fields(),
});

export async function seedOpenId(openid: OpenIdApi, { user, organization }: SeededOrganization): Promise<OpenIdFixtures> {
  const metadata = {
    client_name: `Reports ${randomUUID()}`,
    redirect_uris: [CALLBACK],
    post_logout_redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    client_uri: 'https://app.example/',
  };
  const registered = (await (
    await openid.fetch(`${ISSUER}/v1/oauth2/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    })
  ).json()) as Record<string, string>;
  const [clientId, clientSecret] = [registered['client_id']!, registered['client_secret']!];
  noteSecret(clientSecret);
  const application = await configurationFor(openid, clientId, clientSecret);
  const signedIn = async (): Promise<PlainBrowser> => {
    const browser = new PlainBrowser(openid);
    browser.setCookie('latchkey_session', await seedUserSession(openid.api, user.id));
    return browser;
  };
  const asked = async (browser: PlainBrowser) => {
    const begun = await beginSignIn(application, { scope: SCOPE });
    await browser.open(begun.url);
    return begun;
  };
  const allow = (browser: PlainBrowser): Promise<string> => browser.press('allow', { organization: organization.id });

  const user1 = await signedIn();
  const { checks, url } = await asked(user1);
  const tokens = await client.authorizationCodeGrant(application, new URL(await allow(user1)), checks);
  const user2 = await signedIn();
  const unused = await asked(user2);
  const code = new URL(await allow(user2)).searchParams.get('code')!;
  const consenting = await signedIn();
  await asked(consenting);
  const stranger = new PlainBrowser(openid);
  await asked(stranger);
  const { device_code: deviceCode, user_code: userCode } = await client.initiateDeviceAuthorization(application, {
    scope: SCOPE,
  });
  const connecting = await signedIn();
  await connecting.open(`${ISSUER}/oauth2/device`);
  await user1.open(`${ISSUER}/oauth2/logout`);
  return {
    metadata,
    clientId,
    clientSecret,
    registrationToken: registered['registration_access_token']!,
    authorization: Object.fromEntries(new URL(url).searchParams),
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token!,
    idToken: tokens.id_token!,
    code,
    codeVerifier: unused.checks.pkceCodeVerifier!,
    deviceCode,
    userCode,
    organizationId: organization.id,
    signIn: shownIn(stranger, stranger.shown.url),
    consent: shownIn(consenting, consenting.shown.url),
    device: shownIn(connecting, '/oauth2/device'),
    logout: shownIn(user1, '/oauth2/logout/confirm'),
  };
}
