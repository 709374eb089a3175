import { NotTrusted, type SignedLicenseKey, statusIn, verifySignedKey } from '../../packages/client/src/index.ts';
import { callAs } from '../support/call.ts';
import { type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let shop: SellerFixture;
let queue: EventQueue;
let signers: { readonly rootKey: string; readonly issuer: string; readonly organizationId: string };
beforeAll(async () => {
  shop = await openSellerFixture();
  queue = eventQueueOf(shop.api);
  await issued({ expires_at: null });
  const { root } = (await wellKnown('jwks.json')).body;
  const { sub } = JSON.parse(Buffer.from((await wellKnown('jwks.json')).body.signed_keys.split('.')[1], 'base64url').toString());
  signers = { rootKey: root.x, issuer: new URL(sub).origin, organizationId: shop.ours.organization.id };
});
afterAll(() => shop.close());

const anonymous = (...args: Parameters<ReturnType<typeof callAs>>) => callAs(shop.api, undefined)(...args);
const wellKnown = (path: string) => anonymous('GET', `/.well-known/latchkey/${shop.ours.organization.id}/${path}`);
const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

const benefit = (properties: object = {}, key_format: object = {}) =>
  shop.create('/v1/benefits/', {
    type: 'license_keys',
    description: 'For appliances',
    properties: {
      activations: { limit: 2, enable_customer_admin: true },
      key_format: { type: 'signed', ...key_format },
      ...properties,
    },
  });

/** A key that was issued directly. */
async function issued(attributes: object = {}, properties: object = {}, key_format: object = {}) {
  const { id: benefit_id } = await benefit(properties, key_format);
  const { id: customer_id } = await shop.customer();
  return shop.create('/v1/license-keys/', { benefit_id, customer_id, ...attributes });
}

const read = (key: string, now = seconds(new Date())): Promise<SignedLicenseKey> => verifySignedKey(key, signers, { now });

/** What a machine finds out about a key when it has a network once. */
async function statusOf(key: string): Promise<string> {
  const { status } = await read(key);
  const { keys } = (await wellKnown('jwks.json')).body;
  const { text } = await anonymous('GET', new URL(status.uri).pathname);
  return (await statusIn(text, status, keys, { now: seconds(new Date()) })).status;
}

test('a key says without a network what it is for, and works with one as any key does', async () => {
  const expires_at = '2099-01-01T00:00:00.000Z';
  const key = await issued({ expires_at }, { prefix: 'acme' }, { product: 'flight-notes', entitlements: ['export'] });
  expect(key.key).toMatch(/^ACME-LK1\.[\w-]+$/);
  expect(await read(key.key)).toMatchObject({
    benefitId: key.benefit_id,
    product: 'flight-notes',
    entitlements: new Map(),
    endsAt: seconds(new Date(expires_at)),
  });
  await expect(read(key.key.replace('ACME', 'ACMF'))).rejects.toThrow(new NotTrusted('bad_signature'));
  const presented = { key: key.key, organization_id: shop.ours.organization.id };
  const activated = await anonymous('POST', '/v1/customer-portal/license-keys/activate', { ...presented, label: 'appliance' });
  const validated = await anonymous('POST', '/v1/customer-portal/license-keys/validate', {
    ...presented,
    activation_id: activated.body.id,
  });
  expect([activated.status, validated.status, validated.body.id]).toEqual([200, 200, key.id]);
});

test('a purchase brings a key that carries its entitlements', async () => {
  const { id: benefitId } = await benefit(
    { expires: { ttl: 1, timeframe: 'year' } },
    { entitlements: ['export', 'pages', 'theme', 'beta'], valid_days: 30 },
  );
  const values = { export: true, pages: 5000, theme: 'dark', beta: false, hidden: 1 };
  const flag = await shop.create('/v1/benefits/', { type: 'feature_flag', description: 'Flag', properties: {}, values });
  const product = await shop.product({ benefits: [benefitId, flag.id] });
  const { id: customer_id } = await shop.customer();
  await shop.create('/v1/orders/', { product_id: product.id, customer_id, amount: 100 });
  await queue.deliverAll();
  const { items } = (await shop.seller('GET', `/v1/license-keys/?benefit_id=${benefitId}`)).body;
  const says = await read(items[0].key);
  expect(says).toMatchObject({
    benefitId,
    entitlements: new Map<string, unknown>([
      ['export', true],
      ['pages', 5000],
    ]),
  });
  expect(says.endsAt! - says.signedAt).toBe(30 * 24 * 60 * 60);
});

test('the status list tells what became of a key: disabled, enabled, revoked', async () => {
  const { id, key } = await issued();
  const setTo = async (status: string) => {
    await shop.seller('PATCH', `/v1/license-keys/${id}`, { status });
    return statusOf(key);
  };
  expect(await statusOf(key)).toBe('valid');
  expect([await setTo('disabled'), await setTo('granted'), await setTo('revoked')]).toEqual(['suspended', 'valid', 'revoked']);
});

test('a rotation makes a new text of what the key is now, and ends the old one in the status list', async () => {
  const first = await issued({ expires_at: null });
  await shop.seller('PATCH', `/v1/license-keys/${first.id}`, { expires_at: '2099-01-01T00:00:00Z' });
  expect((await read(first.key)).endsAt).toBeNull();
  const rotate = async (body: object) => (await shop.seller('POST', `/v1/license-keys/${first.id}/rotate`, body)).body.key;
  const second = await rotate({});
  expect((await read(second)).endsAt).toBe(seconds(new Date('2099-01-01T00:00:00Z')));
  const third = await rotate({ overlap_seconds: 3600 });
  expect([await statusOf(first.key), await statusOf(second), await statusOf(third)]).toEqual(['revoked', 'valid', 'valid']);
  expect((await read(first.key)).serial).not.toBe((await read(second)).serial);
});

test('a benefit shows that its keys prove themselves, and a key that would not fit is refused with its number', async () => {
  const { properties } = await benefit({}, { product: 'flight-notes', valid_days: 400 });
  expect(properties.key_format).toEqual({ type: 'signed', product: 'flight-notes', valid_days: 400 });
  const refused = await shop.seller('POST', '/v1/benefits/', {
    type: 'license_keys',
    description: 'For appliances',
    properties: { prefix: 'P'.repeat(200), key_format: { type: 'signed' } },
  });
  expect([refused.status, refused.body.detail]).toMatchObject([
    422,
    [{ loc: ['body', 'properties', 'key_format'], msg: expect.stringContaining('up to 331 characters') }],
  ]);
});

test('a string that a seller chose in this form has no place in the status list of another key', async () => {
  const theirs = await issued();
  const { serial } = await read(theirs.key);
  for (const number of [serial, 0xffff_ffff]) {
    const content = Buffer.alloc(94);
    content.writeUInt32BE(number);
    const own = await issued({ key: `LK1.${content.toString('base64url')}` });
    expect((await shop.seller('POST', `/v1/license-keys/${own.id}/rotate`, {})).status).toBe(200);
    await shop.seller('PATCH', `/v1/license-keys/${own.id}`, { status: 'revoked' });
  }
  expect(await statusOf(theirs.key)).toBe('valid');
});
