import { CommandBus } from '@nestjs/cqrs';
import { IssueAccessToken } from '#organizations';
import { SCOPES } from '#platform/auth';
import { startApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { seedUserSession } from '../support/seed-user.ts';
import { seedOrganization } from '../support/seed.ts';

const HOUR = 3_600_000;

const api = await startApi();
const ours = await seedOrganization(api);
afterAll(() => api.close());

/** A personal access token that expires in an hour, or one that was created by it. */
async function expiring(): Promise<{ token: string; expiresAt: string }> {
  const { body } = await callAs(api, ours.pat)('POST', '/v1/personal-access-tokens/', {
    comment: 'an hour',
    scopes: SCOPES,
    expires_in: 'PT1H',
  });
  return { token: body.token, expiresAt: body.personal_access_token.expires_at };
}

describe.each([
  ['personal', {}],
  ['organization', { organization_id: ours.organization.id }],
])('a token (%s) that an expiring token creates', (kind, place) => {
  const create = async (token: string, input: object) => {
    const body = { comment: 'child', scopes: SCOPES, ...place, ...input };
    const answer = await callAs(api, token)('POST', `/v1/${kind}-access-tokens/`, body);
    return { ...answer, expiresAt: answer.body[`${kind}_access_token`]?.expires_at };
  };

  test.each([
    ['nothing', {}],
    ['null', { expires_in: null }],
  ])('expires with it if `expires_in` is %s', async (_what, input) => {
    const parent = await expiring();
    const child = await create(parent.token, input);
    expect([child.status, child.expiresAt]).toEqual([201, parent.expiresAt]);
    if (kind === 'organization') return;
    const grandchild = await create(child.body.token, input);
    expect([grandchild.status, grandchild.expiresAt]).toEqual([201, parent.expiresAt]);
  });

  test('may expire earlier', async () => {
    const parent = await expiring();
    const child = await create(parent.token, { expires_in: 'PT1M' });
    expect([child.status, child.expiresAt < parent.expiresAt]).toEqual([201, true]);
  });

  test.each(['PT2H', 'P36500D'])('cannot expire later: %s', async (expires_in) => {
    const { token, expiresAt } = await expiring();
    const { status, body } = await create(token, { expires_in });
    const msg = expect.stringContaining(`A token cannot expire later than yours: ${expiresAt}.`);
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'expires_in'], type: 'value_error', msg }]]);
  });

  test('has any expiry if a user creates it in a session', async () => {
    const session = await seedUserSession(api, ours.user.id);
    expect(await create(session, {})).toMatchObject({ status: 201, expiresAt: null });
    expect(await create(session, { expires_in: 'P36500D' })).toMatchObject({ status: 201, expiresAt: expect.any(String) });
  });

  test('has any expiry if the token that creates it does not expire', async () => {
    expect(await create(ours.pat, {})).toMatchObject({ status: 201, expiresAt: null });
    expect(await create(ours.pat, { expires_in: 'P36500D' })).toMatchObject({ status: 201, expiresAt: expect.any(String) });
  });
});

test('a token that is not created by a token has any expiry', async () => {
  const attributes = { comment: 'session', scopes: SCOPES, within: SCOPES, lifetime: 2 * HOUR, latestExpiry: null };
  const { token } = await api.app.get(CommandBus).execute(new IssueAccessToken({ userId: ours.user.id }, attributes));
  expect((await callAs(api, token)('GET', '/v1/organizations/')).status).toBe(200);
});
