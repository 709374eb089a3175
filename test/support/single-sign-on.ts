import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.ts';
import type { TestApi } from './api.ts';
import { type Call, callAs } from './call.ts';
import { type SeededOrganization, seedOrganization } from './seed.ts';
import { seedConnection, seedDomain } from './seed-single-sign-on.ts';
import type { SimulatedProvider } from './simulated-provider.ts';

export const SIGN_IN = '/v1/users/sign-in/single-sign-on';

export type Claims = Readonly<Record<string, unknown>>;

/** A browser that was sent to a provider. */
export interface Begun {
  readonly url: string;
  readonly cookie: string;
}

/** An organization whose people sign in through a provider. */
export interface Company {
  readonly seller: SeededOrganization;
  readonly domain: string;
  /** As the owner. */
  readonly call: Call;
  /** Claims about somebody at the domain. */
  person(more?: Claims): Claims & { readonly email: string };
}

export async function seedCompany(api: TestApi, provider: SimulatedProvider): Promise<Company> {
  const seller = await seedOrganization(api);
  const domain = `${randomUUID()}.example.com`;
  await seedConnection(api, seller.organization.id, provider);
  await seedDomain(api, seller.organization.id, domain);
  return {
    seller,
    domain,
    call: callAs(api, seller.user_session),
    person: (more = {}) => ({ sub: randomUUID(), email: `${randomUUID()}@${domain}`, email_verified: true, ...more }),
  };
}

export async function begin(api: TestApi, place: { readonly email: string } | { readonly slug: string }): Promise<Begun> {
  const { status, body, headers } = await callAs(api)('POST', SIGN_IN, place);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { url: body.url, cookie: String(headers['set-cookie']).split(';')[0]! };
}

export const complete = (api: TestApi, result: object, cookie: string | null): Promise<Answer> =>
  callAs(api)('POST', `${SIGN_IN}/authenticate`, result, cookie === null ? {} : { cookie });

/** Signs in somebody about whom the provider says this. */
export async function signInAs(
  api: TestApi,
  { provider, at }: { readonly provider: SimulatedProvider; readonly at: Company },
  claims: Claims,
): Promise<Answer> {
  const { url, cookie } = await begin(api, { slug: at.seller.organization.slug });
  return complete(api, provider.recognize(url, { claims }), cookie);
}
