import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { keyParams, type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { openSession } from '../support/portal.ts';
import { stopClock } from '../support/stop-clock.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const OFFLINE = { leaseSeconds: 3600, graceSeconds: 0, maxOfflineDevices: 5 };
const HOUR = 3600;
const DAY = 24 * HOUR;
const PUBLIC = '/v1/customer-portal/license-keys';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

/** A key whose only activation is taken. */
async function fullKey({ enableCustomerAdmin = true, prefix = null as string | null } = {}): Promise<SeededLicenseKey> {
  const terms = { prefix, activations: { limit: 1, enableCustomerAdmin }, offline: OFFLINE };
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, terms);
  const key = await fixture.key({ benefit_id: benefit.id });
  await fixture.activation(key);
  return key;
}

const ask = (key: SeededLicenseKey, operation = 'activate') =>
  fixture.anonymous('POST', `${PUBLIC}/${operation}`, { ...keyParams(key), label: 'desktop' });

const linkOf = async (key: SeededLicenseKey): Promise<string> => String((await ask(key)).headers['license-manage-url']);
const tokenIn = (link: string): string => link.split('#license=')[1]!;

const keysBy = async (session: Awaited<ReturnType<typeof openSession>>, token: string): Promise<string[]> => {
  const { status, body } = await session.call('GET', `${PUBLIC}/?link=${encodeURIComponent(token)}`);
  expect(status).toBe(200);
  return body.items.map(({ id }: { id: string }) => id);
};

test.each(['activate', 'lease'])(
  '%s of a full key leads to the portal of the seller, and the body stays as it is',
  async (operation) => {
    const key = await fullKey();
    const { status, headers, body } = await ask(key, operation);
    expect([status, body]).toEqual([
      403,
      { error: 'NotPermitted', detail: 'License key activation limit already reached', code: 'ACTIVATION_LIMIT_REACHED' },
    ]);
    const { slug } = fixture.ours.organization;
    expect(headers['license-manage-url']).toMatch(new RegExp(`/portal/${slug}/manage#license=[\\w-]+$`));
    expect(headers['access-control-expose-headers']).toContain('License-Manage-Url');
  },
);

test('no link where customers do not manage devices, and with no other refusal', async () => {
  expect((await ask(await fullKey({ enableCustomerAdmin: false }))).headers).not.toHaveProperty('license-manage-url');
  const revoked = await fullKey();
  await fixture.seller('PATCH', `/v1/license-keys/${revoked.id}`, { status: 'revoked' });
  expect((await ask(revoked)).headers).not.toHaveProperty('license-manage-url');
});

test('a link shows the key to its customer, and nothing to anybody else', async () => {
  const key = await fullKey();
  const token = tokenIn(await linkOf(key));
  const { api, ours, theirs, customer } = fixture;
  const stranger = await seedCustomer(api, ours.organization.id);
  const foreigner = await seedCustomer(api, theirs.organization.id);
  expect(await keysBy(await openSession(api, ours, customer.id), token)).toEqual([key.id]);
  expect(await keysBy(await openSession(api, ours, stranger.id), token)).toEqual([]);
  expect(await keysBy(await openSession(api, theirs, foreigner.id), token)).toEqual([]);
  expect((await fixture.anonymous('GET', `${PUBLIC}/?link=${token}`)).status).toBe(401);
});

test('a link is another one each time, says nothing by itself, and is no session', async () => {
  const key = await fullKey();
  const [first, second] = [tokenIn(await linkOf(key)), tokenIn(await linkOf(key))];
  expect(first).not.toBe(second);
  const content = Buffer.from(first, 'base64url').toString('latin1');
  expect([key.id, key.key, key.organization_id].some((text) => content.includes(text))).toBe(false);
  const authorization = { authorization: `Bearer ${first}` };
  expect((await fixture.anonymous('GET', `${PUBLIC}/`, undefined, authorization)).status).toBe(401);
});

test('a link is over after an hour, and a changed one never worked', async () => {
  const key = await fullKey();
  const token = tokenIn(await linkOf(key));
  const session = await openSession(fixture.api, fixture.ours, fixture.customer.id);
  const changed = token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  for (const wrong of [changed, '', 'x', token.slice(0, 40), '%00', 'A'.repeat(500)])
    expect(await keysBy(session, wrong)).toEqual([]);
  using clock = stopClock(fixture.api);
  const issued = tokenIn(await linkOf(key));
  clock.pass((HOUR - 1) / DAY);
  const later = await openSession(fixture.api, fixture.ours, fixture.customer.id);
  expect(await keysBy(later, issued)).toEqual([key.id]);
  clock.pass(1 / DAY);
  expect(await keysBy(later, issued)).toEqual([]);
});
