import { CommandBus } from '@nestjs/cqrs';
import { SetOrganizationStatus } from '#organizations';
import { startApi } from '../support/api.ts';
import { type Answer, callAs, type Method } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { EXAMPLES, groupsOf, isAlwaysEmpty, outcomeOf } from '../support/examples/index.ts';
import { openSession } from '../support/portal.ts';
import { SESSION_KINDS, type SessionKind } from '../support/seed-portal.ts';
import { type Group, seedFixtures, type SeededFixtures } from '../support/fixtures.ts';

/** Customers keep portal access when their seller is blocked; only the seller's public profile is 404. */
const api = await startApi();
const contract = Contract.of(api);
const shared = await blocked();
afterAll(() => api.close());

type Kind = SessionKind | 'no session';
type BlockedFixtures = SeededFixtures & { readonly leader: string };

/** A blocked organization with these fixtures, by default all. A billing manager of the customer has a session and a claimed seat. */
async function blocked(groups?: readonly Group[]): Promise<BlockedFixtures> {
  const fixtures = await seedFixtures(api, groups && [...groups, 'seats']);
  const { organization_id: id, seller, customer_id, seat_subscription_id: subscription_id } = fixtures;
  const leader = await openSession(api, seller, customer_id, 'billing_manager');
  const seat = { subscription_id, member_id: leader.memberId, immediate_claim: true };
  expect((await callAs(api, seller.oat)('POST', '/v1/customer-seats', seat)).status).toBe(200);
  await api.app.get(CommandBus).execute(new SetOrganizationStatus({ id }, 'blocked'));
  return { ...fixtures, leader: leader.token };
}

/** Operations whose examples use resources of the team. */
const OF_THE_TEAM = /customer-portal.(members|meters|seats(?!.subscriptions))/;

const tokenOf = (name: string, kind: Kind, { sessions, leader }: BlockedFixtures): string | undefined => {
  if (kind === 'no session') return undefined;
  return kind === 'member_session' && !OF_THE_TEAM.test(name) ? leader : sessions[kind];
};

async function ask(name: string, kind: Kind, fixtures: BlockedFixtures): Promise<Answer> {
  const { url, body, headers } = EXAMPLES[name]!.request(fixtures, kind === 'no session' ? {} : { session: kind });
  const answer = await callAs(api, tokenOf(name, kind, fixtures))(name.split(' ')[0] as Method, url, body, headers);
  expect(contract.violations(name, answer)).toEqual([]);
  return answer;
}

/** The customer has seats, so it is a team, which neither changes its address nor merges others; and the fields that say so. */
const OF_INDIVIDUALS: Readonly<Record<string, string>> = {
  'POST /v1/customer-portal/customers/me/email-update/request': 'email',
  'POST /v1/customer-portal/customers/me/merge': 'code',
};

const isRead = (name: string): boolean => name.startsWith('GET');

/** Operations that write run once, with their own fixtures. */
const operations = [...contract.operations]
  .filter(([name]) => name.includes('/v1/customer-portal/'))
  .flatMap(([name, { security = [] }]) => {
    const kinds = SESSION_KINDS.filter((kind) => security.some((scheme) => kind in scheme));
    const asked: readonly Kind[] = kinds.length > 0 ? kinds : ['no session'];
    return (isRead(name) ? asked : asked.slice(0, 1)).map((kind) => [name, kind] as const);
  });

test.each(operations)('%s (%s)', async (name, kind) => {
  const answer = await ask(name, kind, isRead(name) ? shared : await blocked(groupsOf(name)));
  const expected = /\/organizations\/\{slug\}(\/branding)?$/.test(name) ? 'not found' : isAlwaysEmpty(name) ? 'empty' : 'done';
  expect(outcomeOf(answer)).toBe(name in OF_INDIVIDUALS ? `invalid body.${OF_INDIVIDUALS[name]}` : expected);
});
