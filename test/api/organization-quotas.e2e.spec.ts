import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { CreateOrganization, SetMemberRole, SetUserTrusted } from '#organizations';
import { FindUser } from '#organizations/contract';
import { CredentialSources } from '#platform/auth';
import { NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { announcement, PIXEL } from '../support/seed-file.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedUser, seedUserSession } from '../support/seed-user.ts';
import { SimulatedProvider } from '../support/simulated-provider.ts';
import { seedCompany, signInAs } from '../support/single-sign-on.ts';

const MOST = 3;

let api: TestApi;
let ours: SeededOrganization;
let owner: Call;
beforeAll(async () => {
  const files = `${2 * PIXEL.length}`;
  api = await startApi({ ...NO_SIGN_IN_LIMITS, ORGANIZATIONS_PER_USER: `${MOST}`, FILE_BYTES_PER_ORGANIZATION: files });
});
beforeEach(async () => {
  ours = await seedOrganization(api);
  owner = callAs(api, ours.user_session);
});
afterAll(() => api.close());

const create = (call: Call): Promise<Answer> =>
  call('POST', '/v1/organizations/', { name: 'Acme', slug: `acme-${randomUUID()}` });
const signedIn = async (userId: string): Promise<Call> => callAs(api, await seedUserSession(api, userId));
const bus = (): CommandBus => api.app.get(CommandBus);
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();
const stored = async (): Promise<number> => {
  const [row] = await api.app
    .get(EntityManager)
    .fork()
    .execute<[{ number: number }]>('select count(*)::int as number from organizations.organizations');
  return row.number;
};

const REFUSAL = {
  error: 'TooManyOrganizations',
  detail: `You can have at most ${MOST} organizations, counting those of the users whom you invited, or who invited you. Ask the operator of the service for more.`,
};

test('a user makes a limited number of organizations, also at once; an operator makes more for them', async () => {
  const before = await stored();
  const answers = await Promise.all(Array.from({ length: 12 }, () => create(owner)));
  expect(statuses(answers)).toEqual([201, 201, ...Array(10).fill(403)]);
  expect(await create(owner)).toMatchObject({ status: 403, body: REFUSAL });
  expect(await stored()).toBe(before + 2);
  const attributes = { slug: `acme-${randomUUID()}`, ownerId: ours.user.id, profile: { name: 'Acme' } };
  await bus().execute(new CreateOrganization(attributes));
  expect(await stored()).toBe(before + 3);
  const stranger = await signedIn((await seedUser(api)).id);
  expect((await create(stranger)).status).toBe(201);
});

test('handing organizations over and leaving them makes no room for further ones', async () => {
  const { id: successorId } = await seedUser(api);
  const successor = await signedIn(successorId);
  const all = [ours.organization.id, (await create(owner)).body.id, (await create(owner)).body.id];
  for (const id of all) {
    await bus().execute(new SetMemberRole({ id }, successorId, 'member'));
    const to = { user_id: successorId };
    expect((await owner('POST', `/v1/organizations/${id}/owner`, to)).status).toBe(200);
    expect((await owner('DELETE', `/v1/organizations/${id}/members/${ours.user.id}`)).status).toBe(204);
  }
  expect(await create(owner)).toMatchObject({ status: 403, body: REFUSAL });
  // What others made does not take the places of the successor.
  expect(statuses(await Promise.all([1, 2, 3, 4].map(() => create(successor))))).toEqual([201, 201, 201, 403]);
});

test('users whom a user invited make organizations in place of the user, also if they invited them', async () => {
  const invited = async (call: Call, organizationId: string): Promise<{ id: string; call: Call }> => {
    const email = `invited-${randomUUID()}@example.com`;
    const { status } = await call('POST', `/v1/organizations/${organizationId}/invitations`, { email, role: 'admin' });
    expect(status).toBe(201);
    const { id } = (await api.app.get(QueryBus).execute(new FindUser({ email })))!;
    return { id, call: await signedIn(id) };
  };
  const friend = await invited(owner, ours.organization.id);
  const { body: theirs } = await create(friend.call);
  const another = await invited(friend.call, theirs.id);
  expect(statuses(await Promise.all([owner, friend.call, another.call].map(create)))).toEqual([201, 403, 403]);
  for (const call of [owner, friend.call, another.call]) expect(await create(call)).toMatchObject({ status: 403, body: REFUSAL });

  await bus().execute(new SetUserTrusted({ id: another.id }, true));
  expect((await create(another.call)).status).toBe(201);
  const later = await invited(another.call, (await create(another.call)).body.id);
  expect((await create(later.call)).status).toBe(201);
});

test('users whom the provider of an organization admits make them in place of who created it', async () => {
  const provider = await SimulatedProvider.open();
  const acme = await seedCompany(api, provider);
  const { body } = await signInAs(api, { provider, at: acme }, acme.person());
  await provider.close();
  const person = await signedIn(body.user_id);
  expect(statuses(await Promise.all([1, 2, 3, 4].map(() => create(person))))).toEqual([201, 201, 403, 403]);
  expect((await create(acme.call)).status).toBe(403);
});

test('the organizations of an owner share storage, load and mail until the owner is trusted', async () => {
  const created = (await create(owner)).body.id as string;
  const upload = (organization_id: string) =>
    callAs(api, ours.pat)('POST', '/v1/files/', { ...announcement(PIXEL, { service: 'downloadable' }), organization_id });
  const uploads = async (): Promise<number[]> =>
    statuses(await Promise.all([ours.organization.id, created, created, ours.organization.id].map(upload)));
  const tenantOf = async (token: string) => (await api.app.get(CredentialSources).identify(token))?.tenant;

  expect(await uploads()).toEqual([201, 201, 409, 409]);
  expect(await Promise.all([ours.oat, ours.pat].map(tenantOf))).toEqual([ours.organization.id, ours.organization.id]);
  await bus().execute(new SetUserTrusted({ id: ours.user.id }, true));
  expect(await uploads()).toEqual([201, 201, 409, 409]);
  expect(await Promise.all([ours.oat, ours.pat].map(tenantOf))).toEqual([ours.organization.id, ours.user.id]);
  await bus().execute(new SetUserTrusted({ id: ours.user.id }, false));
  expect((await upload(created)).status).toBe(409);
});
