import { CommandBus } from '@nestjs/cqrs';
import { SetMemberRole, SetOrganizationStatus } from '#organizations';
import { NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { type Answer, callAs, type Method } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { EXAMPLES, outcomeOf, seedFixturesFor } from '../support/examples/index.ts';
import { seedFixtures, type SeededFixtures } from '../support/fixtures.ts';

/** Sellers of a blocked organization can read everything and change nothing. Keys are validated and devices managed as before. */
/** A sandbox has operations of its own. */
const api = await startApi({ ...NO_SIGN_IN_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = Contract.of(api);
afterAll(() => api.close());

const KINDS = ['oat', 'pat'] as const;
type Kind = (typeof KINDS)[number];

const setStatus = (id: string, status: 'blocked' | 'active') =>
  api.app.get(CommandBus).execute(new SetOrganizationStatus({ id }, status));

const BLOCKED = {
  error: 'NotPermitted',
  detail: 'The organization is blocked. Its data can be read, but not changed.',
};

async function ask(name: string, kind: Kind, fixtures: SeededFixtures): Promise<Answer> {
  const { organization_id, seller } = fixtures;
  const { url, body, headers } = EXAMPLES[name]!.request(fixtures, kind === 'pat' ? { organization_id } : {});
  const answer = await callAs(api, seller[kind])(name.split(' ')[0] as Method, url, body, headers);
  expect(contract.violations(name, answer)).toEqual([]);
  return answer;
}

const operations = [...contract.operations].flatMap(([name, { security = [] }]) =>
  KINDS.filter((kind) => security.some((scheme) => kind in scheme)).map((kind) => [name, kind] as const),
);
const isRead = ([name]: readonly [string, Kind]): boolean => name.startsWith('GET');
const usesKeys = ([name]: readonly [string, Kind]): boolean =>
  /\/license-keys\/(validate|activate|deactivate|explain|\{id\}\/offline-(de)?activation)$/.test(name);
/** What a user owns, and tokens of the organization: a leaked one can be restricted or deleted. */
const isAllowed = ([name]: readonly [string, Kind]): boolean =>
  /\/personal-access-tokens\/|\/organization-access-tokens\/\{id\}|POST \/v1\/organizations\/$|\/v1\/user-sessions\/|\/v1\/users\/me\//.test(
    name,
  );

describe('reads', () => {
  const reads = operations.filter(isRead);
  let fixtures: SeededFixtures;
  beforeAll(async () => {
    fixtures = await seedFixtures(api);
    await setStatus(fixtures.organization_id, 'blocked');
  });

  test.each(reads)('%s (%s) is answered', async (name, kind) => {
    expect(['done', 'empty']).toContain(outcomeOf(await ask(name, kind, fixtures)));
  });
});

describe('writes', () => {
  const writes = operations.filter((each) => !isRead(each) && !usesKeys(each) && !isAllowed(each));
  const kindsOfWrites = [...Map.groupBy(writes, ([name]) => name)].map(
    ([name, those]) => [name, those.map(([, kind]) => kind)] as const,
  );

  test.each(kindsOfWrites)('%s (%j) is refused with 403 and works after the organization is unblocked', async (name, kinds) => {
    const fixtures = await seedFixturesFor(api, name);
    await setStatus(fixtures.organization_id, 'blocked');
    const before = await databaseWrites(api);
    for (const kind of kinds) {
      const { status, body } = await ask(name, kind, fixtures);
      expect([kind, status, body]).toEqual([kind, 403, BLOCKED]);
    }
    expect(await databaseWrites(api)).toBe(before);
    await setStatus(fixtures.organization_id, 'active');
    expect(outcomeOf(await ask(name, kinds[0]!, fixtures))).toBe('done');
  });
});

test.each(operations.filter((each) => usesKeys(each) || (!isRead(each) && isAllowed(each))))(
  '%s (%s) works as before',
  async (name, kind) => {
    const fixtures = await seedFixturesFor(api, name);
    await setStatus(fixtures.organization_id, 'blocked');
    expect(outcomeOf(await ask(name, kind, fixtures))).toBe('done');
  },
);

test('a user who belongs to another organization as well manages that one', async () => {
  const [blocked, other] = [await seedFixtures(api, []), await seedFixtures(api, [])];
  await setStatus(blocked.organization_id, 'blocked');
  const create = (organization_id: string) =>
    callAs(api, blocked.seller.pat)('POST', '/v1/customers/', { organization_id, email: 'jane@example.com' });
  expect((await create(blocked.organization_id)).status).toBe(403);
  expect((await create(other.organization_id)).status).toBe(422);
  await api.app.get(CommandBus).execute(new SetMemberRole(other.seller.organization, blocked.seller.user.id, 'admin'));
  expect((await create(other.organization_id)).status).toBe(201);
});
