import { EntityManager } from '@mikro-orm/postgresql';
import type { MemberRole } from '#kernel';
import { newToken } from '#platform/secrets';
import { startApi } from '../support/api.ts';
import { type Answer, callAs, type Method } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { everything } from '../support/everything.ts';
import { EXAMPLES, verdictOn } from '../support/examples/index.ts';
import { visit } from '../support/portal.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { nothing, seedThings, type SeededThings, type Things } from '../support/things.ts';

/** Who may do what with a session: every operation that takes one, about everybody's things. */
const api = await startApi();
const contract = await Contract.of(api);
const ours = await seedThings(api);
afterAll(() => api.close());

const CHALLENGE = 'Bearer realm="latchkey"';
const INVALID_TOKEN = `${CHALLENGE}, error="invalid_token"`;

const session = async ({ seller, customer_id }: SeededThings, role?: MemberRole): Promise<string> =>
  (await visit(api, seller, customer_id, role)).token;

async function expired(): Promise<string> {
  const token = await session(ours);
  const em = api.app.get(EntityManager).fork();
  await em.execute('update customer_portal.sessions set expires_at = now()');
  return token;
}

const other = (await seedCustomer(api, ours.organization_id)).id;
const [over, elsewhere, customer, leader, plain] = [
  await expired(),
  (await visit(api, ours.seller, other)).token,
  await session(ours),
  await session(ours, 'billing_manager'),
  await session(ours, 'member'),
];

async function ask(name: string, things: Things, token?: string): Promise<Answer> {
  const { url, body } = EXAMPLES[name]!.request(things, {});
  const answer = await callAs(api, token)(name.split(' ')[0] as Method, url, body);
  expect(contract.faults(name, answer)).toEqual([]);
  return answer;
}

const operations = [...contract.operations]
  .filter(([, { security = [] }]) => security.some((scheme) => 'customer_session' in scheme))
  .map(([name]) => ({ name, ...EXAMPLES[name]! }));

test('there are some', () => {
  expect(operations.length).toBeGreaterThan(9);
});

describe.each(operations)('$name', ({ name, stranger, member }) => {
  test('refuses whoever shows no session, or one that is none any more', async () => {
    const tokens = {
      nothing: undefined,
      junk: 'junk',
      'an organization’s': ours.seller.oat,
      'a user’s': ours.seller.pat,
      unknown: newToken('cst'),
      'unknown member’s': newToken('mst'),
      expired: over,
    };
    const before = await everything(api);
    for (const [what, token] of Object.entries(tokens)) {
      const { status, body, headers } = await ask(name, ours, token);
      expect([what, status, body]).toEqual([what, 401, { error: 'Unauthorized', detail: 'Unauthorized' }]);
      expect([CHALLENGE, INVALID_TOKEN]).toContain(headers['www-authenticate']);
    }
    expect(await everything(api)).toBe(before);
  });

  test('does it for the customer, and for who leads its team', async () => {
    const changes = !name.startsWith('GET');
    for (const role of [undefined, 'billing_manager'] as const) {
      const things = changes ? await seedThings(api) : ours;
      const token = changes ? await session(things, role) : role ? leader : customer;
      expect([role, verdictOn(await ask(name, things, token))]).toEqual([role, 'done']);
    }
  });

  test(`says to a member: ${member}`, async () => {
    const before = await everything(api);
    expect(verdictOn(await ask(name, ours, plain))).toBe(member);
    expect(await everything(api)).toBe(before);
  });

  if (stranger) {
    test(`says to another customer: ${stranger}, as of what does not exist`, async () => {
      const before = await everything(api);
      const answer = await ask(name, ours, elsewhere);
      expect(verdictOn(answer)).toBe(stranger);
      expect((await ask(name, nothing(), elsewhere)).text).toBe(answer.text);
      expect(await everything(api)).toBe(before);
    });
  }
});
