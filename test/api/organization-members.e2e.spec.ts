import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { SetMemberRole } from '#organizations';
import { FindUser } from '#organizations/contract';
import type { Role } from '#platform/auth';
import { NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { eventQueueOf } from '../support/event-queue.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedUser, seedUserSession } from '../support/seed-user.ts';

let mailbox: Mailbox;
let api: TestApi;
let seller: SeededOrganization;
let owner: Call;
beforeAll(async () => {
  mailbox = await openMailbox();
  api = await startApi({ ...NO_SIGN_IN_LIMITS, LATCHKEY_DATA: mailbox.folder });
});
beforeEach(async () => {
  seller = await seedOrganization(api);
  owner = callAs(api, seller.user_session);
});
afterAll(async () => {
  await api.close();
  await mailbox.remove();
});

/** A user with this role in the organization, and a session. */
async function member(role: Role) {
  const user = await seedUser(api);
  await api.app.get(CommandBus).execute(new SetMemberRole({ id: seller.organization.id }, user.id, role));
  return { ...user, call: callAs(api, await seedUserSession(api, user.id)) };
}
const rolesOf = async (): Promise<Record<string, string>> => {
  const { items } = (await owner('GET', `/v1/organizations/${seller.organization.id}/members?limit=100`)).body;
  return Object.fromEntries(items.map(({ user_id, role }: { user_id: string; role: string }) => [user_id, role]));
};
const seen = async (answer: ReturnType<Call>) => {
  const { status, body } = await answer;
  return [status, body?.error];
};
const invite = (call: Call, email: string, role: Role = 'member') =>
  call('POST', `/v1/organizations/${seller.organization.id}/invitations`, { email, role });

test('roles are changed from the next request on, by those who may', async () => {
  const { id } = seller.organization;
  const [admin, colleague] = [await member('admin'), await member('member')];
  const change = (call: Call, userId: string, role: Role) => call('PATCH', `/v1/organizations/${id}/members/${userId}`, { role });
  expect((await change(admin.call, colleague.id, 'finance')).body).toEqual({
    user_id: colleague.id,
    email: colleague.email,
    role: 'finance',
    is_blocked: false,
  });
  expect(await seen(change(admin.call, seller.user.id, 'member'))).toEqual([403, 'NotPermitted']);
  expect(await seen(change(colleague.call, admin.id, 'member'))).toEqual([404, 'ResourceNotFound']);
  expect(await seen(change((await member('member')).call, admin.id, 'member'))).toEqual([403, 'NotPermitted']);
  expect(await seen(change(owner, seller.user.id, 'admin'))).toEqual([400, 'LastOwner']);
  expect(await seen(change(owner, randomUUID(), 'admin'))).toEqual([404, 'UserNotMemberOfOrganization']);
});

test('members are removed, and may leave', async () => {
  const { id } = seller.organization;
  const [admin, first, second] = [await member('admin'), await member('finance'), await member('member')];
  const remove = (call: Call, userId: string) => call('DELETE', `/v1/organizations/${id}/members/${userId}`);
  expect(await seen(remove(second.call, first.id))).toEqual([403, 'NotPermitted']);
  expect((await remove(first.call, first.id)).status).toBe(204);
  expect((await remove(admin.call, second.id)).status).toBe(204);
  expect(await seen(second.call('GET', `/v1/organizations/${id}/members`))).toEqual([404, 'ResourceNotFound']);
  expect(await seen(remove(owner, seller.user.id))).toEqual([400, 'LastOwner']);
  expect(await rolesOf()).toEqual({ [seller.user.id]: 'owner', [admin.id]: 'admin' });
});

test('an owner hands the organization over', async () => {
  const { id } = seller.organization;
  const admin = await member('admin');
  const transfer = (call: Call, user_id: string) => call('POST', `/v1/organizations/${id}/owner`, { user_id });
  expect(await seen(transfer(admin.call, admin.id))).toEqual([403, 'NotPermitted']);
  expect(await seen(transfer(owner, randomUUID()))).toEqual([404, 'UserNotMemberOfOrganization']);
  expect((await transfer(owner, admin.id)).body.role).toBe('owner');
  expect(await rolesOf()).toEqual({ [seller.user.id]: 'admin', [admin.id]: 'owner' });
});

test('whoever is invited gets mail, signs in with the address and accepts', async () => {
  const email = `invited-${randomUUID()}@example.com`;
  const { body: invitation } = await invite(owner, email.toUpperCase(), 'finance');
  await eventQueueOf(api).deliverOnly('organization_member.invited');
  const message = (await mailbox.messages()).find(({ to }) => to === email);
  expect(message).toMatchObject({ subject: 'Invitation to Acme' });
  expect(message!.text).toContain(`${seller.user.email} invites you to work for Acme`);
  const user = await api.app.get(QueryBus).execute(new FindUser({ email }));
  const call = callAs(api, await seedUserSession(api, user!.id));
  const { items } = (await call('GET', '/v1/users/me/invitations')).body;
  expect(items).toMatchObject([
    { id: invitation.id, organization_id: seller.organization.id, organization_name: 'Acme', role: 'finance' },
  ]);
  const accept = (as: Call) => as('POST', `/v1/users/me/invitations/${invitation.id}/accept`);
  expect(await seen(accept(owner))).toEqual([404, 'ResourceNotFound']);
  expect((await accept(call)).status).toBe(204);
  expect(await seen(accept(call))).toEqual([404, 'ResourceNotFound']);
  expect((await rolesOf())[user!.id]).toBe('finance');
  expect(await seen(invite(owner, email))).toEqual([400, 'UserAlreadyMember']);
});

test('invitations are listed, sent again and revoked', async () => {
  const { id } = seller.organization;
  const admin = await member('admin');
  expect(await seen(invite(admin.call, 'boss@example.com', 'owner'))).toEqual([403, 'NotPermitted']);
  const { body } = await invite(admin.call, `invited-${randomUUID()}@example.com`);
  expect((await owner('GET', `/v1/organizations/${id}/invitations`)).body.items).toEqual([body]);
  const again = await owner('POST', `/v1/organizations/${id}/invitations/${body.id}/resend`);
  expect([again.status, again.body.id]).toEqual([200, body.id]);
  expect((await owner('DELETE', `/v1/organizations/${id}/invitations/${body.id}`)).status).toBe(204);
  expect(await seen(owner('DELETE', `/v1/organizations/${id}/invitations/${body.id}`))).toEqual([404, 'ResourceNotFound']);
  expect((await owner('GET', `/v1/organizations/${id}/invitations`)).body.items).toEqual([]);
});
