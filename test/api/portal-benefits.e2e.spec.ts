import { randomBytes, randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { CreateBenefit } from '#catalog';
import { SyncPurchaseGrants } from '#entitlements';
import { SetOrganizationStatus } from '#organizations';
import { EntityManager } from '@mikro-orm/postgresql';
import { startApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { openSession } from '../support/portal.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { announceFile, pathOf, seedFile, sha256 } from '../support/seed-file.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedOrganization } from '../support/seed.ts';

const GRANTS = '/v1/customer-portal/benefit-grants';
const EXPORT = '/v1/customer-portal/customers/me/export';

const api = await startApi();
const seller = await seedOrganization(api, { name: 'Acme' });
const organizationId = seller.organization.id;
const sellers = callAs(api, seller.oat);
const bus = api.app.get(CommandBus);
afterAll(() => api.close());

const flag = async (description: string, visibility: 'public' | 'private' = 'public'): Promise<string> =>
  bus.execute(
    new CreateBenefit({
      organizationId,
      type: 'feature_flag',
      description,
      visibility,
      metadata: { internal: 'yes' },
      properties: {},
    }),
  );
const key = (await seedBenefit(api, organizationId, { prefix: 'ACME' })).id;
const [beta, alpha, hidden] = [await flag('Beta access'), await flag('ALPHA access'), await flag('Hidden', 'private')];
const product = await seedProduct(api, organizationId, { benefits: [beta, key, hidden, alpha] });

const newcomer = async () => {
  const { id } = await seedCustomer(api, organizationId);
  return { id, ...(await openSession(api, seller, id)) };
};

/** A customer who bought the product and has its grants. */
async function buyer() {
  const customer = await newcomer();
  const { body: order } = await sellers('POST', '/v1/orders/', { product_id: product.id, customer_id: customer.id });
  await bus.execute(new SyncPurchaseGrants({ organizationId, orderId: order.id }));
  return { ...customer, order };
}

const itemsOf = async (asked: Promise<Answer>): Promise<Answer['body']> => (await asked).body.items;
const benefitsOf = async (asked: Promise<Answer>): Promise<string[]> =>
  (await itemsOf(asked)).map(({ benefit_id }: { benefit_id: string }) => benefit_id);

describe('GET /v1/customer-portal/benefit-grants/', () => {
  test('lists the public benefit grants of the customer in the order of the product', async () => {
    const { id, order, call } = await buyer();
    const owner = await openSession(api, seller, id, 'owner');
    await buyer();
    const { status, body } = await call('GET', `${GRANTS}/`);
    expect([status, body.pagination]).toEqual([200, { total_count: 3, max_page: 1 }]);
    expect(body.items.map((item: { benefit_id: string }) => item.benefit_id)).toEqual([beta, key, alpha]);
    expect(body.items[1]).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      // No worker issues the license key.
      granted_at: null,
      is_granted: false,
      revoked_at: null,
      is_revoked: false,
      subscription_id: null,
      order_id: order.id,
      customer_id: id,
      member_id: owner.memberId,
      benefit_id: key,
      error: null,
      properties: {},
      customer: (await call('GET', '/v1/customer-portal/customers/me')).body,
      benefit: {
        id: key,
        created_at: expect.any(String),
        modified_at: null,
        type: 'license_keys',
        description: 'A license key',
        selectable: true,
        deletable: true,
        is_deleted: false,
        organization_id: organizationId,
        organization: expect.objectContaining({ id: organizationId, name: 'Acme', slug: seller.organization.slug }),
        properties: { prefix: 'ACME', expires: null, activations: null, limit_usage: null },
      },
    });
    expect(JSON.stringify(body)).not.toContain('internal');
  });

  test('filters, sorts and pages', async () => {
    const { order, call } = await buyer();
    const list = (query: string) => benefitsOf(call('GET', `${GRANTS}?${query}`));
    expect(await list('query=alpha')).toEqual([alpha]);
    expect(await list('query=%25')).toEqual([]);
    expect(await list('type=license_keys')).toEqual([key]);
    expect(await list('type=license_keys&type=feature_flag&sorting=-type')).toEqual([
      key,
      ...(await list('type=feature_flag&sorting=-type')),
    ]);
    expect(await list(`benefit_id=${beta}&benefit_id=${hidden}`)).toEqual([beta]);
    expect(await list(`order_id=${order.id}`)).toHaveLength(3);
    for (const filter of ['order_id', 'subscription_id', 'checkout_id', 'member_id', 'benefit_id']) {
      expect(await list(`${filter}=${randomUUID()}`)).toEqual([]);
    }
    expect(await list('sorting=-product_benefit')).toEqual([alpha, key, beta]);
    expect(new Set(await list('sorting=organization&sorting=-granted_at'))).toEqual(new Set([alpha, beta, key]));
    expect(await list('limit=2&page=2')).toEqual([alpha]);
  });

  test.each(['type=coupon', 'sorting=name', 'benefit_id=x', 'page=0'])('rejects %s', async (query) => {
    expect((await (await newcomer()).call('GET', `${GRANTS}?${query}`)).status).toBe(422);
  });

  test('a member sees its own; team leaders also see those without a member', async () => {
    const { id, call } = await buyer();
    const [owner, member] = [await openSession(api, seller, id, 'owner'), await openSession(api, seller, id, 'member')];
    const em = api.app.get(EntityManager).fork();
    await em.execute('update entitlements.benefit_grants set member_id = ? where customer_id = ? and benefit_id = ?', [
      member.memberId,
      id,
      alpha,
    ]);
    expect(await benefitsOf(call('GET', GRANTS))).toEqual([beta, key, alpha]);
    expect(await benefitsOf(owner.call('GET', GRANTS))).toEqual([beta, key]);
    expect(await benefitsOf(member.call('GET', GRANTS))).toEqual([alpha]);
    const [shared] = await itemsOf(owner.call('GET', GRANTS));
    expect((await member.call('GET', `${GRANTS}/${shared.id}`)).status).toBe(404);
  });
});

describe('GET /v1/customer-portal/benefit-grants/{id}', () => {
  test('returns the same as the list', async () => {
    const { call } = await buyer();
    const [first] = await itemsOf(call('GET', GRANTS));
    const { status, body } = await call('GET', `${GRANTS}/${first.id}`);
    expect([status, body]).toEqual([200, first]);
  });

  test('404 for grants of others, revoked grants and private benefits', async () => {
    const [{ id, call }, other] = [await buyer(), await buyer()];
    const [theirs] = await itemsOf(other.call('GET', GRANTS));
    const { body } = await sellers('GET', `/v1/benefit-grants/?customer_id=${id}&limit=100`);
    const secret = body.items.find((item: { benefit_id: string }) => item.benefit_id === hidden);
    const [gone] = await itemsOf(call('GET', GRANTS));
    await api.app
      .get(EntityManager)
      .fork()
      .execute('update entitlements.benefit_grants set revoked_at = now(), granted_at = null where id = ?', [gone.id]);
    for (const grant of [theirs.id, secret.id, gone.id, randomUUID()]) {
      const answer = await call('GET', `${GRANTS}/${grant}`);
      expect([answer.status, answer.body]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not found' }]);
    }
    expect((await call('GET', `${GRANTS}/x`)).status).toBe(422);
    for (const token of [seller.oat, seller.pat, undefined]) {
      expect((await callAs(api, token)('GET', `${GRANTS}/${theirs.id}`)).status).toBe(401);
    }
  });
});

describe('PATCH /v1/customer-portal/benefit-grants/{id}', () => {
  const change = (call: Call, id: string, body: object) => call('PATCH', `${GRANTS}/${id}`, body);

  test('200 with the unchanged grant: benefits of these types have nothing to change', async () => {
    const { call } = await buyer();
    for (const grant of await itemsOf(call('GET', GRANTS))) {
      const { status, body } = await change(call, grant.id, {
        benefit_type: grant.benefit.type,
        properties: { account_id: 'x' },
      });
      expect([status, body]).toEqual([200, grant]);
    }
  });

  test('422 for a type other than that of the benefit', async () => {
    const { call } = await buyer();
    const [flagGrant] = await itemsOf(call('GET', GRANTS));
    const { status, body } = await change(call, flagGrant.id, { benefit_type: 'license_keys' });
    expect([status, body.detail]).toEqual([
      422,
      [
        {
          loc: ['body', 'benefit_type'],
          type: 'value_error',
          msg: 'Benefit type must match the existing granted benefit type.',
          input: 'license_keys',
        },
      ],
    ]);
    for (const [wrong, type] of [
      [{}, 'union_tag_not_found'],
      [{ benefit_type: 'discord', properties: { account_id: null } }, 'union_tag_invalid'],
      [{ benefit_type: 1 }, 'union_tag_invalid'],
    ] as const) {
      const refused = await change(call, flagGrant.id, wrong);
      expect([refused.status, refused.body.detail[0].type]).toEqual([422, type]);
    }
  });

  test('404 for grants of others and revoked grants', async () => {
    const [{ call }, other] = [await buyer(), await buyer()];
    const [theirs] = await itemsOf(other.call('GET', GRANTS));
    const [gone] = await itemsOf(call('GET', GRANTS));
    await api.app
      .get(EntityManager)
      .fork()
      .execute('update entitlements.benefit_grants set revoked_at = now(), granted_at = null where id = ?', [gone.id]);
    for (const id of [theirs.id, gone.id, randomUUID()]) {
      expect((await change(call, id, { benefit_type: 'feature_flag' })).status).toBe(404);
    }
  });
});

describe('GET /v1/customer-portal/organizations/{slug}', () => {
  const see = (slug: string, token?: string) => callAs(api, token)('GET', `/v1/customer-portal/organizations/${slug}`);

  test('returns the seller’s public profile and public products, without credentials', async () => {
    for (const name of ['private', 'draft'] as const) await seedProduct(api, organizationId, { visibility: name });
    const { status, body } = await see(seller.organization.slug);
    expect([status, body.organization]).toEqual([
      200,
      {
        id: organizationId,
        created_at: expect.any(String),
        modified_at: null,
        name: 'Acme',
        slug: seller.organization.slug,
        avatar_url: null,
        proration_behavior: 'prorate',
        allow_customer_updates: expect.any(Boolean),
        customer_portal_settings: expect.objectContaining({ usage: expect.any(Object) }),
        organization_features: { member_model_enabled: true, checkout_localization_enabled: expect.any(Boolean) },
      },
    ]);
    expect(body.products.map(({ id }: { id: string }) => id)).toEqual([product.id]);
    expect(body.products[0].benefits.map(({ id }: { id: string }) => id)).toEqual([beta, key, alpha]);
    expect(body.products[0]).not.toHaveProperty('metadata');
    expect(JSON.stringify(body)).not.toContain('internal');
  });

  test('shows of benefits what a `meter_credit` credits, and no settings of other types', async () => {
    const shop = await seedOrganization(api);
    const call = callAs(api, shop.oat);
    const rule = { filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } };
    const meter_id = (await call('POST', '/v1/meters/', { name: 'Calls', ...rule })).body.id;
    const properties = { meter_id, units: 10, rollover: true };
    const credit = (await call('POST', '/v1/benefits/', { type: 'meter_credit', description: 'Ten calls', properties })).body;
    const license = await seedBenefit(api, shop.organization.id, { prefix: 'ACME' });
    await seedProduct(api, shop.organization.id, { benefits: [credit.id, license.id] });
    const common = {
      created_at: expect.any(String),
      modified_at: null,
      selectable: true,
      deletable: true,
      is_deleted: false,
      organization_id: shop.organization.id,
    };
    expect((await see(shop.organization.slug)).body.products[0].benefits).toEqual([
      { ...common, id: credit.id, type: 'meter_credit', description: 'Ten calls', properties: { meter_id, units: 10 } },
      { ...common, id: license.id, type: 'license_keys', description: 'A license key' },
    ]);
  });

  test('ignores credentials; 404 for unknown organizations', async () => {
    expect((await see(seller.organization.slug, (await newcomer()).token)).status).toBe(200);
    const blocked = await seedOrganization(api);
    await bus.execute(new SetOrganizationStatus({ id: blocked.organization.id }, 'blocked'));
    for (const slug of ['nobody', blocked.organization.slug, seller.organization.slug.toUpperCase(), '%F0%9F%92%A9']) {
      expect((await see(slug)).status).toBe(404);
    }
  });
});

describe('GET /v1/customer-portal/customers/me/export', () => {
  test('exports all data of the customer and none of others', async () => {
    const [{ id, order, call }, other] = [await buyer(), await buyer()];
    const theirs = await seedLicenseKey(api, seller, { customer_id: other.id, benefit_id: key });
    const mine = await seedLicenseKey(api, seller, { customer_id: id, benefit_id: key, limit_activations: 2 });
    await sellers('POST', '/v1/license-keys/activate', {
      key: mine.key,
      organization_id: organizationId,
      label: 'laptop',
      conditions: { secret: 'c0nd1t10n' },
      meta: { os: 'linux' },
    });
    const { status, body, text } = await call('GET', EXPORT);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      exported_at: expect.any(String),
      customer: (await call('GET', '/v1/customer-portal/customers/me')).body,
      members: [{ role: 'owner' }],
      license_keys: [{ id: mine.id, key: mine.key, activations: [{ label: 'laptop', meta: { os: 'linux' } }] }],
      orders: [{ id: order.id, product_id: product.id }],
      subscriptions: [],
      downloads: [],
    });
    expect(body.benefit_grants).toHaveLength(4);
    for (const foreign of [other.id, other.order.id, theirs.id, theirs.key, 'c0nd1t10n', 'internal'])
      expect(text).not.toContain(foreign);
  });

  test('exports only its own data for a member', async () => {
    const { id } = await buyer();
    const [owner, member] = [await openSession(api, seller, id, 'owner'), await openSession(api, seller, id, 'member')];
    const own = await seedLicenseKey(api, seller, { customer_id: id, benefit_id: key, member_id: member.memberId });
    const shared = await seedLicenseKey(api, seller, { customer_id: id, benefit_id: key });
    const of = async ({ call }: typeof owner) => {
      const { body } = await call('GET', EXPORT);
      const ids = (items: { id: string }[]) => items.map((item) => item.id);
      return [ids(body.license_keys), body.orders.length, body.benefit_grants.length, new Set(ids(body.members))];
    };
    expect(await of(member)).toEqual([[own.id], 0, 0, new Set([member.memberId])]);
    expect(await of(owner)).toEqual([[shared.id], 1, 4, new Set([owner.memberId, member.memberId])]);
  });

  test('401 for seller tokens', async () => {
    for (const token of [seller.oat, seller.pat, undefined]) expect((await callAs(api, token)('GET', EXPORT)).status).toBe(401);
  });
});

describe('downloadables', () => {
  const DOWNLOADABLES = '/v1/customer-portal/downloadables';
  const BYTES = randomBytes(5000);
  const anyFile = { service: 'downloadable', mime_type: 'application/zip', name: 'Größe "1".zip', partSize: 2000 };
  const aFile = (by: Call = sellers): Promise<{ id: string }> => seedFile(by, anyFile, BYTES);
  const benefitOf = (files: readonly string[], rest: object = {}) => ({
    type: 'downloadables',
    description: 'The app',
    properties: { files, ...rest },
  });
  const aBenefit = async (...files: string[]): Promise<string> =>
    (await sellers('POST', '/v1/benefits/', benefitOf(files))).body.id;

  /** A customer who bought a product with these benefits. */
  async function owner(...benefits: string[]) {
    const customer = await newcomer();
    const { id } = await seedProduct(api, organizationId, { benefits });
    const { body: order } = await sellers('POST', '/v1/orders/', { product_id: id, customer_id: customer.id });
    await bus.execute(new SyncPurchaseGrants({ organizationId, orderId: order.id }));
    return { ...customer, order };
  }
  const urlsOf = async (call: Call, query = ''): Promise<string[]> =>
    (await itemsOf(call('GET', `${DOWNLOADABLES}/${query}`))).map(({ file }: Answer['body']) => file.download.url);
  const fetched = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    api.app.inject({ method, url: pathOf(url), headers });
  const countsOf = async (benefit: string) =>
    (await itemsOf(sellers('GET', `/v1/benefits/${benefit}/files`))).map(({ downloads, downloaders }: Answer['body']) => [
      downloads,
      downloaders,
    ]);

  test('a customer lists the files that it has, without archived and deleted ones', async () => {
    const [first, second, archived, deleted] = [await aFile(), await aFile(), await aFile(), await aFile()];
    const benefit = await aBenefit(second.id, archived.id, deleted.id, first.id);
    const other = await aBenefit(first.id);
    const properties = { files: [second.id, archived.id, deleted.id, first.id], archived: { [archived.id]: true } };
    const patched = await sellers('PATCH', `/v1/benefits/${benefit}`, { type: 'downloadables', properties });
    expect([patched.body.properties, patched.body.visibility_configurable]).toEqual([properties, false]);
    await sellers('DELETE', `/v1/files/${deleted.id}`);
    const { call } = await owner(benefit, other, key);

    const { status, body } = await call('GET', `${DOWNLOADABLES}/`);
    expect([status, body.pagination]).toEqual([200, { total_count: 3, max_page: 1 }]);
    expect(body.items.map((item: Answer['body']) => [item.benefit_id, item.file.id])).toEqual([
      [benefit, second.id],
      [benefit, first.id],
      [other, first.id],
    ]);
    expect(new Set(body.items.map(({ id }: { id: string }) => id)).size).toBe(3);
    const { created_at: _created, flagged_malicious_at: _flagged, ...shown } = second as Answer['body'];
    expect(body.items[0]).toEqual({
      id: expect.any(String),
      benefit_id: benefit,
      file: { ...shown, download: { url: expect.any(String), headers: {}, expires_at: expect.any(String) } },
    });
    expect(await urlsOf(call, `?benefit_id=${other}`)).toHaveLength(1);
    expect((await call('GET', `${DOWNLOADABLES}/?limit=2&page=2`)).body.items).toMatchObject([{ benefit_id: other }]);
    const [own] = await itemsOf(call('GET', `${GRANTS}?benefit_id=${benefit}`));
    expect(own.benefit.properties).toEqual({ active_files: [second.id, deleted.id, first.id] });
    expect(await urlsOf((await owner(key)).call)).toEqual([]);
    const member = await openSession(api, seller, own.customer_id, 'member');
    expect(await urlsOf(member.call)).toEqual([]);
  });

  test('a file is downloaded as a whole, resumed, and fetched in ranges', async () => {
    const file = await aFile();
    const benefit = await aBenefit(file.id);
    const { call } = await owner(benefit);
    const [url] = (await urlsOf(call)) as [string];
    const whole = await fetched(url);
    expect([whole.statusCode, whole.rawPayload.equals(BYTES)]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': '5000',
      'content-disposition': `attachment; filename="Gr__e _1_.zip"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.zip`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      etag: `"${sha256(BYTES, 'hex')}"`,
    });
    const { etag, 'last-modified': modified } = whole.headers as { etag: string; 'last-modified': string };
    for (const condition of [etag, modified]) {
      const rest = await fetched(url, { range: 'bytes=3000-', 'if-range': condition });
      expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, 'bytes 3000-4999/5000']);
      expect(rest.rawPayload.equals(BYTES.subarray(3000))).toBe(true);
    }
    expect((await fetched(url, { range: 'bytes=3000-', 'if-range': '"x"' })).statusCode).toBe(200);
    expect((await fetched(url, { 'if-match': '"x"' })).statusCode).toBe(412);
    expect((await fetched(url, { range: 'bytes=5000-' })).headers['content-range']).toBe('bytes */5000');
    const head = await fetched(url, { range: 'bytes=0-1' }, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '5000', '']);

    const several = await fetched(url, { range: 'bytes=4990-,0-9,100-109' });
    const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(String(several.headers['content-type']))![1];
    expect([several.statusCode, several.headers['content-length']]).toEqual([206, String(several.rawPayload.length)]);
    const parts = several.rawPayload.toString('latin1').split(`\r\n--${boundary}`).slice(1, -1);
    expect(parts.map((part) => part.split('\r\n\r\n')[0])).toEqual(
      ['4990-4999', '0-9', '100-109'].map((range) => `\r\ncontent-type: application/zip\r\ncontent-range: bytes ${range}/5000`),
    );
    const contents = parts.map((part) => part.slice(part.indexOf('\r\n\r\n') + 4));
    const expected = [BYTES.subarray(4990), BYTES.subarray(0, 10), BYTES.subarray(100, 110)];
    expect(contents).toEqual(expected.map((bytes) => bytes.toString('latin1')));

    // Downloads: the whole file twice, and the ranges that begin with its first byte.
    expect(await countsOf(benefit)).toEqual([[3, 1]]);
    const [another] = (await urlsOf((await owner(benefit)).call)) as [string];
    await fetched(another);
    expect(await countsOf(benefit)).toEqual([[4, 2]]);

    const exported = async (caller: Call) => (await caller('GET', EXPORT)).body.downloads;
    const mine = [{ file_id: file.id, downloads: 3, last_downloaded_at: expect.any(String) }];
    expect(await exported(call)).toEqual(mine);
    const [own] = await itemsOf(call('GET', `${GRANTS}?benefit_id=${benefit}`));
    const [lead, member] = [
      await openSession(api, seller, own.customer_id, 'owner'),
      await openSession(api, seller, own.customer_id, 'member'),
    ];
    expect([await exported(lead.call), await exported(member.call)]).toEqual([mine, []]);
  });

  test('a URL works until it expires, the benefit is revoked, or the file is archived', async () => {
    const [file, kept] = [await aFile(), await aFile()];
    const benefit = await aBenefit(file.id, kept.id);
    const { call, order } = await owner(benefit);
    const [url, other] = (await urlsOf(call)) as [string, string];
    const corrupted = [
      url.replace(/expires=\d+/, 'expires=1'),
      url.replace(/expires=(\d)/, 'expires=$19'),
      url.replace(/signature=../, 'signature=__'),
      url.replace(file.id, kept.id),
      url.replace(/downloads\/[^/]+/, `downloads/${randomUUID()}`),
    ];
    for (const wrong of corrupted) expect([wrong, (await fetched(wrong)).statusCode]).toEqual([wrong, 403]);
    for (const path of ['/downloads', `/downloads/${randomUUID()}`, '/downloads/..%2f..%2fsecret-key/x']) {
      expect([404, 422]).toContain((await fetched(path)).statusCode);
    }
    expect((await fetched(url)).statusCode).toBe(200);
    const archive = { type: 'downloadables', properties: { files: [file.id, kept.id], archived: { [file.id]: true } } };
    await sellers('PATCH', `/v1/benefits/${benefit}`, archive);
    expect([(await fetched(url)).statusCode, (await fetched(other)).statusCode]).toEqual([404, 200]);
    await sellers('POST', `/v1/orders/${order.id}/void`);
    await bus.execute(new SyncPurchaseGrants({ organizationId, orderId: order.id }));
    expect([(await fetched(other)).statusCode, await urlsOf(call)]).toEqual([404, []]);
  });

  test('a benefit takes only complete files to download of its organization', async () => {
    const stranger = callAs(api, (await seedOrganization(api)).oat);
    const [file, foreign, picture] = [await aFile(), await aFile(stranger), await seedFile(sellers)];
    const announced = await announceFile(sellers, anyFile, BYTES);
    const benefit = await aBenefit(file.id);
    for (const id of [foreign.id, picture.id, announced.id, randomUUID()]) {
      const wrong = benefitOf([file.id, id]);
      for (const answer of [
        await sellers('POST', '/v1/benefits/', wrong),
        await sellers('PATCH', `/v1/benefits/${benefit}`, wrong),
      ]) {
        const msg = 'File does not exist or is not yet uploaded.';
        expect([answer.status, answer.body.detail]).toEqual([
          422,
          [{ loc: ['body', 'properties', 'files', 1], msg, type: 'value_error', input: id }],
        ]);
      }
    }
    for (const [wrong, loc, type] of [
      [benefitOf([]), ['properties', 'files'], 'too_short'],
      [benefitOf([file.id, file.id]), ['properties', 'files', 1], 'value_error'],
      [benefitOf([file.id], { archived: { x: true } }), ['properties', 'archived', 'x', '[key]'], 'uuid_parsing'],
      [benefitOf([file.id], { archived: { [file.id]: 7 } }), ['properties', 'archived', file.id], 'bool_parsing'],
      [{ ...benefitOf([file.id]), visibility: 'draft' }, ['visibility'], 'value_error'],
    ] as const) {
      const { status, body } = await sellers('POST', '/v1/benefits/', wrong);
      expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', ...loc], type }]]);
    }
    expect((await stranger('GET', `/v1/benefits/${benefit}/files`)).status).toBe(404);
    expect((await fetched(`/media/${(file as Answer['body']).path}`)).statusCode).toBe(404);
    const update = { type: 'downloadables', visibility: 'draft' };
    expect((await sellers('PATCH', `/v1/benefits/${benefit}`, update)).body.visibility).toBe('public');
    expect((await sellers('GET', `/v1/files/?ids=${file.id}`)).body.items).toEqual([file]);
  });
});
