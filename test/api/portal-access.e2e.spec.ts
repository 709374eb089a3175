import type { MemberRole } from '#kernel';
import { startApi } from '../support/api.ts';
import { type Answer, callAs, type Method } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { EXAMPLES, isAlwaysEmpty, outcomeOf, seedFixturesFor } from '../support/examples/index.ts';
import { openSession } from '../support/portal.ts';
import { seedFixtures, type SeededFixtures, type Fixtures } from '../support/fixtures.ts';

/** Permissions of customers and team leaders that the role member lacks; the access matrix covers the rest. */
const api = await startApi();
const contract = Contract.of(api);
const ours = await seedFixtures(api);
afterAll(() => api.close());

const session = async ({ seller, customer_id }: SeededFixtures, role?: MemberRole): Promise<string> =>
  (await openSession(api, seller, customer_id, role)).token;

const [customer, leader, plain] = [await session(ours), await session(ours, 'billing_manager'), await session(ours, 'member')];

async function ask(name: string, fixtures: Fixtures, token?: string): Promise<Answer> {
  const { url, body } = EXAMPLES[name]!.request(fixtures, {});
  const answer = await callAs(api, token)(name.split(' ')[0] as Method, url, body);
  expect(contract.violations(name, answer)).toEqual([]);
  return answer;
}

const operations = [...contract.operations]
  .filter(([, { security = [] }]) => security.some((scheme) => 'customer_session' in scheme))
  .map(([name]) => ({ name, ...EXAMPLES[name]! }))
  .filter(({ member }) => member);

test('some operations treat members differently', () => {
  expect(operations.length).toBeGreaterThan(9);
});

describe.each(operations)('$name', ({ name, member }) => {
  test('succeeds for the customer and for team leaders', async () => {
    const changes = !name.startsWith('GET');
    for (const role of [undefined, 'billing_manager'] as const) {
      const fixtures = changes ? await seedFixturesFor(api, name) : ours;
      const token = changes ? await session(fixtures, role) : role ? leader : customer;
      expect([role, outcomeOf(await ask(name, fixtures, token))]).toEqual([role, isAlwaysEmpty(name) ? 'empty' : 'done']);
    }
  });

  /** A member may decide about a code, which is written. */
  const isWritten = member === 'done' && !name.startsWith('GET');

  test(`role member: ${member}`, async () => {
    const before = await databaseWrites(api);
    expect(outcomeOf(await ask(name, ours, plain))).toBe(member);
    expect((await databaseWrites(api)) === before).toBe(!isWritten);
  });
});
