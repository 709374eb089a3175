import { EntityManager } from '@mikro-orm/postgresql';
import { MOST_NOTES } from '../../libs/notes/src/domain/note.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let fixture: SellerFixture;
let customer_id: string;
let license_key_id: string;
let order_id: string;
beforeAll(async () => {
  fixture = await openSellerFixture();
});
beforeEach(async () => {
  customer_id = (await fixture.customer()).id;
  license_key_id = (await seedLicenseKey(fixture.api, fixture.ours, { customer_id })).id;
  order_id = (await fixture.create('/v1/orders/', { customer_id, product_id: (await fixture.product()).id })).id;
});
afterAll(() => fixture.close());

const add = (body: object, call = fixture.seller): Promise<Answer> => call('POST', '/v1/notes/', body);
const list = async (query: string, call = fixture.seller): Promise<Answer['body']> => {
  const { status, body } = await call('GET', `/v1/notes/?${query}`);
  expect(status).toBe(200);
  expect(body.pagination.total_count).toBe(body.items.length);
  return body.items;
};
const textsOf = async (query: string, call?: Call): Promise<string[]> =>
  (await list(query, call)).map(({ text }: { text: string }) => text);

test('a customer has the notes about it, about its license keys and its orders: pinned ones first, then the newest', async () => {
  const first = await add({ customer_id, text: ' Pays late.\r\nAsk twice. ', is_pinned: true });
  expect(first).toMatchObject({
    status: 201,
    body: {
      organization_id: fixture.ours.organization.id,
      customer_id,
      license_key_id: null,
      order_id: null,
      author: { type: 'organization', id: fixture.ours.organization.id },
      text: 'Pays late.\nAsk twice.',
      is_pinned: true,
      modified_at: null,
    },
  });
  const ofUser = callAs(fixture.api, fixture.ours.pat);
  expect((await add({ license_key_id, text: 'Second laptop' }, ofUser)).body).toMatchObject({
    customer_id,
    license_key_id,
    author: { type: 'user', id: fixture.ours.user.id },
  });
  expect((await add({ order_id, text: 'Paid by transfer' })).body).toMatchObject({ customer_id, order_id });
  expect(await textsOf(`customer_id=${customer_id}`)).toEqual(['Pays late.\nAsk twice.', 'Paid by transfer', 'Second laptop']);
  expect(await textsOf(`license_key_id=${license_key_id}`)).toEqual(['Second laptop']);
  expect(await textsOf(`order_id=${order_id}`)).toEqual(['Paid by transfer']);
  expect(await textsOf(`customer_id=${customer_id}`, callAs(fixture.api, fixture.theirs.oat))).toEqual([]);
});

test('a note is found by all of its words, or by how they begin, and by nothing else', async () => {
  await add({ customer_id, text: 'Müller wants VAT-invoice 2026/11 at ada.b@mail.test, <urgent>!' });
  const finds = async (query: string): Promise<boolean> =>
    (await list(`customer_id=${customer_id}&query=${encodeURIComponent(query)}`)).length === 1;
  const found = ['müller', 'inv', 'VAT-inv', 'invoice müll', '2026/11', '11', 'mail.test', 'ada.b@mail', 'urgent'];
  for (const query of found) expect([query, await finds(query)]).toEqual([query, true]);
  const unknown = ['nvoice', 'invoice grace', '!', "' | 'x", ':*', '\u0e33', `${'w'.repeat(255)}`];
  for (const query of unknown) expect([query, await finds(query)]).toEqual([query, false]);
});

test('a change keeps what is left out; what a deleted note said is nowhere', async () => {
  const { id } = (await add({ customer_id, text: 'Unforgettable remark' })).body;
  expect((await fixture.seller('PATCH', `/v1/notes/${id}`, { is_pinned: true, text: null })).body).toMatchObject({
    text: 'Unforgettable remark',
    is_pinned: true,
    modified_at: expect.any(String),
  });
  const changed = await fixture.seller('PATCH', `/v1/notes/${id}`, { text: 'Unforgettable indeed' });
  expect((await fixture.seller('GET', `/v1/notes/${id}`)).body).toEqual(changed.body);
  expect((await fixture.seller('DELETE', `/v1/notes/${id}`)).status).toBe(204);
  expect((await fixture.seller('GET', `/v1/notes/${id}`)).status).toBe(404);
  const { body } = await fixture.seller('GET', `/v1/audit-log/?resource_id=${id}`);
  expect(body.items.map(({ action }: { action: string }) => action)).toEqual(['deleted', 'updated', 'updated', 'created']);
  const em = fixture.api.app.get(EntityManager).fork();
  for (const table of ['platform.audit_log', 'platform.outbox'])
    expect(await em.execute(`select from ${table} stored where stored::text like '%Unforgettable%'`)).toEqual([]);
});

test.each<[string, () => object, string]>([
  ['about nothing', () => ({ text: 'a' }), ''],
  ['about two things', () => ({ customer_id, order_id, text: 'a' }), ''],
  ['about a customer of somebody else', () => ({ customer_id: fixture.theirs.organization.id, text: 'a' }), 'customer_id'],
  ['about an unknown license key', () => ({ license_key_id: customer_id, text: 'a' }), 'license_key_id'],
  ['about an unknown order', () => ({ order_id: customer_id, text: 'a' }), 'order_id'],
  ['without a text', () => ({ customer_id, text: ' \n ' }), 'text'],
  ['that is too long', () => ({ customer_id, text: 'x'.repeat(5001) }), 'text'],
  ['with control characters', () => ({ customer_id, text: 'a\u0007b' }), 'text'],
  ['with an unknown field', () => ({ customer_id, text: 'a', author: 'Ada' }), 'author'],
])('a note %s is refused', async (_what, body, field) => {
  const { status, body: problem } = await add(body());
  expect([status, problem.detail[0].loc]).toEqual([422, ['body', ...(field ? [field] : [])]]);
  expect(await textsOf(`customer_id=${customer_id}`)).toEqual([]);
});

test('whoever sees no orders sees no notes about them; whoever manages no customers writes none', async () => {
  const { id } = (await add({ order_id, text: 'Refund of 20 was wrong' })).body;
  await add({ license_key_id, text: 'Second laptop' });
  const support = callAs(fixture.api, await fixture.ours.tokenAs('support'));
  expect(await textsOf(`customer_id=${customer_id}`, support)).toEqual(['Second laptop']);
  expect(await textsOf('query=refund', support)).toEqual([]);
  const found = async (call: Call) => (await call('GET', '/v1/search?query=refund%20wrong')).body.items;
  expect(await found(support)).toEqual([]);
  expect(await found(fixture.seller)).toEqual([expect.objectContaining({ type: 'note', id, name: 'Refund of 20 was wrong' })]);
  for (const method of ['GET', 'DELETE'] as const) expect((await support(method, `/v1/notes/${id}`)).status).toBe(404);
  expect((await support('PATCH', `/v1/notes/${id}`, { is_pinned: true })).status).toBe(404);
  expect(await add({ order_id, text: 'a' }, support)).toMatchObject({
    status: 422,
    body: { detail: [{ msg: 'Order does not exist.' }] },
  });
  const own = await add({ license_key_id, text: 'Third laptop' }, support);
  const [theirs] = await list(`license_key_id=${license_key_id}&query=second`);
  const denied = { status: 403, body: { detail: "You don't have permission to delete notes" } };
  expect(await support('DELETE', `/v1/notes/${theirs.id}`)).toMatchObject(denied);
  expect(await support('PATCH', `/v1/notes/${theirs.id}`, { text: 'No laptop' })).toMatchObject(denied);
  expect((await support('PATCH', `/v1/notes/${theirs.id}`, { is_pinned: true })).status).toBe(200);
  expect((await support('PATCH', `/v1/notes/${own.body.id}`, { text: 'Third one' })).status).toBe(200);
  expect((await support('DELETE', `/v1/notes/${own.body.id}`)).status).toBe(204);
  const finance = callAs(fixture.api, await fixture.ours.tokenAs('finance'));
  expect(await textsOf(`order_id=${order_id}`, finance)).toEqual(['Refund of 20 was wrong']);
  expect((await add({ order_id, text: 'a' }, finance)).status).toBe(403);
});

test('there is a limited number of notes about one thing', async () => {
  const { id } = (await add({ order_id, text: 'First' })).body;
  await fixture.api.app
    .get(EntityManager)
    .fork()
    .execute(
      `insert into notes.notes (id, organization_id, customer_id, order_id, author_type, author_id, text, is_pinned, created_at)
     select gen_random_uuid(), organization_id, customer_id, order_id, author_type, author_id, text, is_pinned, created_at
     from notes.notes, generate_series(2, ?) where id = ?`,
      [MOST_NOTES, id],
    );
  expect(await add({ order_id, text: 'Too many' })).toMatchObject({ status: 409, body: { error: 'TooManyNotes' } });
  expect((await add({ license_key_id, text: 'Of the license key' })).status).toBe(201);
});
