import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { Keyring } from '#engine/secrets';
import type { TestApi } from './api.ts';
import { seedCustomer } from './seed-customer.ts';
import { callAs } from './call.ts';
import type { SeededOrganization } from './seed.ts';

export const SESSION_KINDS = ['customer_session', 'member_session'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** Ids of portal resources, under their names on the wire. */
export interface PortalFixtures {
  readonly team_id: string;
  readonly team_external_id: string;
  /** A member who is not the owner. */
  readonly member_id: string;
  readonly member_external_id: string;
  readonly sign_in_code: string;
  /** The same of another individual customer. */
  readonly other_sign_in_code: string;
  /** The token of a link that changes the address of a customer of its own. */
  readonly email_change_token: string;
}

/** Tokens of a session of the individual customer and of one of the owner of the team. */
export type Sessions = { readonly [kind in SessionKind]: string };

const random = (): string =>
  randomUUID()
    .replaceAll('-', '')
    .toUpperCase()
    .replaceAll(/[^0-9A-F]/g, '')
    .slice(0, 10);

/** Stores a sign-in code for this customer, as if it had been mailed. */
async function seedSignInCode(api: TestApi, organizationId: string, customer: { id: string; email: string }): Promise<string> {
  const code = random();
  const digest = api.app.get(Keyring).digest('sign-in-code', code);
  const em = api.app.get(EntityManager).fork();
  const id = randomUUID();
  await em.execute('insert into customer_portal.sign_ins values (?, ?, ?, null, now())', [id, organizationId, customer.email]);
  await em.execute(`insert into customer_portal.sign_in_codes values (?, ?, ?, ?, ?, ?, ?, now() + interval '30 minutes', 5)`, [
    randomUUID(),
    organizationId,
    id,
    customer.id,
    customer.email,
    code.slice(0, 4),
    digest,
  ]);
  return code;
}

/** Stores a change of e-mail address, as if its link had been mailed. Lets customers of the organization change theirs. */
async function seedEmailChange(api: TestApi, organizationId: string): Promise<string> {
  const token = randomUUID();
  const customer = await seedCustomer(api, organizationId);
  const em = api.app.get(EntityManager).fork();
  await em.execute(
    `insert into customer_portal.email_changes (id, organization_id, customer_id, email, previous_email, digest, requested_at)
     values (?, ?, ?, ?, ?, ?, now())`,
    [
      randomUUID(),
      organizationId,
      customer.id,
      `new-${customer.id}@example.com`,
      customer.email,
      api.app.get(Keyring).digest('email-change', token),
    ],
  );
  const allow = `jsonb_set(customer_portal_settings, '{customer}', '{"allow_email_change": true}')`;
  await em.execute(`update organizations.organizations set customer_portal_settings = ${allow} where id = ?`, [organizationId]);
  return token;
}

/** A team with an owner and a member, and portal sessions. */
export async function seedPortal(
  api: TestApi,
  { organization, oat }: SeededOrganization,
  customer_id: string,
): Promise<PortalFixtures & { readonly sessions: Sessions }> {
  const call = callAs(api, oat);
  const name = randomUUID();
  const team_external_id = `team-${name}`;
  const owner = { email: `owner-${name}@example.com` };
  const team = await call('POST', '/v1/customers/', { type: 'team', external_id: team_external_id, owner });
  const member = { email: `member-${name}@example.com`, external_id: `member-${name}` };
  const { body } = await call('POST', `/v1/customers/${team.body.id}/members`, member);
  const [first] = (await call('GET', `/v1/customers/${team.body.id}/members?role=owner`)).body.items;
  const session = async (request: object): Promise<string> => (await call('POST', '/v1/customer-sessions/', request)).body.token;
  const { email } = (await call('GET', `/v1/customers/${customer_id}`)).body;
  return {
    team_id: team.body.id,
    team_external_id,
    member_id: body.id,
    member_external_id: body.external_id,
    sign_in_code: await seedSignInCode(api, organization.id, { id: customer_id, email }),
    other_sign_in_code: await seedSignInCode(api, organization.id, await seedCustomer(api, organization.id)),
    email_change_token: await seedEmailChange(api, organization.id),
    sessions: {
      customer_session: await session({ customer_id }),
      member_session: await session({ customer_id: team.body.id, member_id: first.id }),
    },
  };
}

export const missingPortalIds = (): PortalFixtures => ({
  team_id: randomUUID(),
  team_external_id: randomUUID(),
  member_id: randomUUID(),
  member_external_id: randomUUID(),
  sign_in_code: random(),
  other_sign_in_code: random(),
  email_change_token: randomUUID(),
});
