import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { Keyring, newSecret } from '#engine/secrets';
import type { TestApi } from './api.ts';
import { SimulatedProvider } from './simulated-provider.ts';

export const CLIENT_ID = 'latchkey';

/** Values for requests about single sign-on. */
export interface SingleSignOnFixtures {
  readonly openid_issuer: string;
  readonly openid_secret: string;
  /** Verified. */
  readonly email_domain_id: string;
  /** At the domain; nobody has it yet. */
  readonly newcomer_email: string;
  readonly single_sign_on: { readonly code: string; readonly state: string };
  /** The cookie of the browser that began. */
  readonly sign_in_cookie: string;
}

let shared: Promise<SimulatedProvider> | undefined;
const sharedProvider = (): Promise<SimulatedProvider> => (shared ??= SimulatedProvider.open());

/** Stores a connection of the organization, in place of the one that it has, as if an owner had saved it unless something else is said. */
export async function seedConnection(
  api: TestApi,
  organizationId: string,
  { issuer, secret }: { readonly issuer: string; readonly secret: string },
  { ownersMaySignIn = true }: { readonly ownersMaySignIn?: boolean } = {},
): Promise<string> {
  const id = randomUUID();
  await api.app
    .get(EntityManager)
    .fork()
    .execute(
      `insert into identity.openid_connections
       (id, organization_id, issuer, client_id, client_secret, default_role, is_enabled, owners_may_sign_in, created_at)
     values (?, ?, ?, ?, ?, 'member', true, ?, now())
     on conflict (organization_id) do update set owners_may_sign_in = excluded.owners_may_sign_in`,
      [id, organizationId, issuer, CLIENT_ID, api.app.get(Keyring).encrypt(secret), ownersMaySignIn],
    );
  return id;
}

/** Stores a domain of the organization, as if it had been verified. */
export async function seedDomain(api: TestApi, organizationId: string, name: string): Promise<string> {
  const id = randomUUID();
  await api.app
    .get(EntityManager)
    .fork()
    .execute(
      `insert into identity.email_domains (id, organization_id, name, txt_record, verified_at, created_at) values (?, ?, ?, ?, now(), now())`,
      [id, organizationId, name, `latchkey-domain-verification=${id}`],
    );
  return id;
}

/** An organization with a provider, a verified domain, and somebody who comes back from the provider. */
export async function seedSingleSignOn(api: TestApi, organizationId: string): Promise<SingleSignOnFixtures> {
  const [provider, keyring] = [await sharedProvider(), api.app.get(Keyring)];
  const domain = `${randomUUID()}.example.com`;
  await seedConnection(api, organizationId, provider);
  const [state, browser, nonce] = [newSecret(), newSecret(), newSecret()];
  await api.app
    .get(EntityManager)
    .fork()
    .execute(`insert into identity.single_sign_on_attempts values (?, ?, ?, ?, ?, ?, ?, ?, now() + interval '10 minutes')`, [
      randomUUID(),
      organizationId,
      keyring.digest('single-sign-on', state),
      keyring.digest('single-sign-on', browser),
      provider.issuer,
      CLIENT_ID,
      nonce,
      keyring.encrypt(newSecret()),
    ]);
  const claims = { sub: randomUUID(), email: `ada@${domain}`, email_verified: true };
  return {
    openid_issuer: provider.issuer,
    openid_secret: provider.secret,
    email_domain_id: await seedDomain(api, organizationId, domain),
    newcomer_email: `ada@${domain}`,
    single_sign_on: {
      code: provider.issue({ claims, clientId: CLIENT_ID, nonce, codeChallenge: null, isReusable: true }),
      state,
    },
    sign_in_cookie: `latchkey_sign_in=${browser}`,
  };
}

export const missingSingleSignOn = (): SingleSignOnFixtures => ({
  openid_issuer: 'http://127.0.0.1:9',
  openid_secret: randomUUID(),
  email_domain_id: randomUUID(),
  newcomer_email: `${randomUUID()}@${randomUUID()}.example.com`,
  single_sign_on: { code: randomUUID(), state: newSecret() },
  sign_in_cookie: `latchkey_sign_in=${newSecret()}`,
});
