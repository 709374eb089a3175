import { EntityManager } from '@mikro-orm/postgresql';
import { KeyActivity, KeyRefusals } from '#licensing';
import { cloneRow } from '../support/clone-rows.ts';
import { callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedOrganization } from '../support/seed.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';

const SEARCH = '/v1/license-keys/search';

let fixture: LicenseFixture;
let keys: SeededLicenseKey[];
let theirs: SeededLicenseKey;
let ada: { id: string };
beforeAll(async () => {
  fixture = await openLicenseFixture();
  const { api, ours } = fixture;
  const second = await seedBenefit(api, ours.organization.id);
  ada = await seedCustomer(api, ours.organization.id, { email: 'Ada.Lovelace@example.com', name: 'Ada Lovelace' });
  theirs = await seedLicenseKey(api, fixture.theirs, { key: 'SHARED-KEY-WITH-ENDING-0QXZ71' });
  keys = [];
  for (let n = 0; n < 9; n++) {
    keys.push(
      await fixture.key({
        key: n === 0 ? 'SHARED-KEY-WITH-ENDING-0QXZ71' : `SEARCHED-KEY-NUMBER-00000${n}`,
        benefit_id: n % 2 ? fixture.benefit.id : second.id,
        customer_id: n < 3 ? ada.id : undefined,
        expires_at: n < 5 ? null : `2030-01-0${n}T00:00:00Z`,
      }),
    );
  }
  await fixture.seller('PATCH', `/v1/license-keys/${keys[1]!.id}`, { status: 'revoked' });
  await fixture.seller('PATCH', `/v1/license-keys/${keys[2]!.id}`, { status: 'disabled' });
});
afterAll(() => fixture.close());

interface Found {
  readonly items: readonly { readonly id: string; readonly customer: { readonly name: string } }[];
  readonly next_cursor: string | null;
  readonly total: object;
}
const search = async (query: string, as = fixture.seller): Promise<Found> => {
  const { status, body } = await as('GET', `${SEARCH}?${query}`);
  expect(status).toBe(200);
  return body;
};
const numbers = ({ items }: Found): number[] => items.map(({ id }) => keys.findIndex((key) => key.id === id));
const found = async (query: string) => numbers(await search(query));

describe('GET /v1/license-keys/search', () => {
  test('shows keys with their customer and number of devices, newest first, and never the key itself', async () => {
    const { id, key, organization_id, benefit_id } = keys[0]!;
    await callAs(fixture.api)('POST', '/v1/customer-portal/license-keys/validate', { key, organization_id });
    const { items, total, next_cursor } = await search('limit=100');
    expect(numbers({ items } as Found)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect([total, next_cursor]).toEqual([{ count: 9, is_exact: true }, null]);
    expect(items.at(-1)).toMatchObject({
      id,
      benefit_id,
      display_key: '****-0QXZ71',
      status: 'granted',
      activation_count: 0,
      validations: 1,
      customer: { id: ada.id, email: 'Ada.Lovelace@example.com', name: 'Ada Lovelace' },
    });
    expect(JSON.stringify(items)).not.toContain('SHARED-KEY-WITH-ENDING');
  });

  test.each([
    ['status=revoked', [1]],
    ['status=disabled&sorting=expires_at', [2]],
    ['query=ada.lovelace%40', [2, 1, 0]],
    ['query=ADA%20L', [2, 1, 0]],
    ['query=lovelace', [2, 1, 0]],
    ['query=EXAMPLE.com', [8, 7, 6, 5, 4, 3, 2, 1, 0]],
    ['query=velace%40exam', [2, 1, 0]],
    ['query=a_lovelace', []],
    ['query=ada%25lace', []],
    ['query=ac', []],
    ['query=0qxz71', [0]],
    ['query=xz7', [0]],
    ['query=**-QXZ', [0]],
    ['query=z7', []],
    ['query=**-z7', []],
    ['query=x%257', []],
    ['query=%20shared%E2%80%93key', []],
    ['query=%20SHARED%E2%80%93KEY%E2%80%93WITH%E2%80%93ENDING%E2%80%930QXZ71%0A', [0]],
    ['query=****-0QXZ71', [0]],
    ['query=SEARCHED-KEY-NUMBER-000003', [3]],
    ['query=SEARCHED-KEY', []],
    ['query=%25', []],
    ['sorting=expires_at&limit=5', [5, 6, 7, 8, expect.any(Number)]],
    ['expires_after=2030-01-06T00:00:00Z&expires_before=2030-01-08T00:00:00Z&sorting=-expires_at', [7, 6]],
    ['expires_before=2030-01-06T00:00:00Z&sorting=expires_at', [5]],
  ])('finds by %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  test('finds a key by the ID of an activation, which logs of applications have, even if the device was removed', async () => {
    const { id, key, organization_id } = keys[3]!;
    await fixture.seller('PATCH', `/v1/license-keys/${id}`, { limit_activations: 1 });
    const activate = { key, organization_id, label: 'Laptop' };
    const activation = (await callAs(fixture.api)('POST', '/v1/customer-portal/license-keys/activate', activate)).body;
    const all = async () => {
      const { items } = (await fixture.seller('GET', `/v1/search?query=activation_id%3D${activation.id}`)).body;
      return [await found(`query=${activation.id}`), items.map((each: { id: string }) => each.id)];
    };
    expect(await all()).toEqual([[3], [id]]);
    await callAs(fixture.api)('POST', '/v1/customer-portal/license-keys/deactivate', {
      key,
      organization_id,
      activation_id: activation.id,
    });
    expect(await all()).toEqual([[3], [id]]);
    const stranger = callAs(fixture.api, (await seedOrganization(fixture.api)).oat);
    expect((await search(`query=${activation.id}`, stranger)).items).toEqual([]);
  });

  test('combines filters', async () => {
    expect(await found(`customer_id=${ada.id}&benefit_id=${keys[0]!.benefit_id}&status=granted&query=lovelace`)).toEqual([0]);
    expect(await found(`benefit_id=${fixture.benefit.id}&sorting=created_at`)).toEqual([1, 3, 5, 7]);
  });

  test.each(['created_at', '-created_at', 'expires_at', '-expires_at'])(
    'pages follow each other without overlap by %s',
    async (sorting) => {
      const all = await found(`limit=100&sorting=${sorting}`);
      const pages: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Found = await search(`limit=2&sorting=${sorting}${cursor && `&cursor=${cursor}`}`);
        pages.push(...numbers(page));
        cursor = page.next_cursor;
      }
      expect(pages).toEqual(all);
    },
  );

  test('counts up to 1,000', async () => {
    const benefit = await seedBenefit(fixture.api, fixture.theirs.organization.id);
    const owner = await seedCustomer(fixture.api, fixture.theirs.organization.id, { email: 'thousands@example.com' });
    const { id } = await seedLicenseKey(fixture.api, fixture.theirs, { benefit_id: benefit.id, customer_id: owner.id });
    await cloneRow(fixture.api, 'licensing.license_keys', id, 1_000, { digest: `'\\x' || md5(n::text)` });
    const other = callAs(fixture.api, fixture.theirs.oat);
    expect((await search(`benefit_id=${benefit.id}`, other)).total).toEqual({ count: 1_000, is_exact: false });
    expect((await search('query=thousands', other)).total).toEqual({ count: 1_000, is_exact: false });
    expect((await search('query=thousands&status=disabled', other)).total).toEqual({ count: 0, is_exact: true });
  });

  test('finds a key by all that is displayed of it, even without three letters in a row', async () => {
    const seller = await seedOrganization(fixture.api);
    const { id } = await seedLicenseKey(fixture.api, seller, { key: 'KEY-WITH-MANY-DASHES-A1-B-2' });
    await seedLicenseKey(fixture.api, seller, { key: 'KEY-WITHOUT-A-LETTER-AT-THE-END-#-#-#-' });
    const of = async (query: string) =>
      (await search(`query=${encodeURIComponent(query)}`, callAs(fixture.api, seller.oat))).items.map((key) => key.id);
    expect(await of('a1-b-2')).toEqual([id]);
    for (const nothing of ['a1-b', '-', '#-#-#-']) expect(await of(nothing)).toEqual([]);
  });

  test('finds keys by how the name of a device begins, however many devices have it', async () => {
    const { api } = fixture;
    const seller = await seedOrganization(api);
    const call = callAs(api, seller.oat);
    const of = async (query: string) =>
      (await search(`query=${encodeURIComponent(query)}`, call)).items.map(({ id }) => id).toSorted();
    const [one, other] = [
      await seedLicenseKey(api, seller, { limit_activations: 3 }),
      await seedLicenseKey(api, seller, { limit_activations: 3 }),
    ];
    const activate = async (key: SeededLicenseKey, label: string): Promise<string> => {
      const body = { key: key.key, organization_id: seller.organization.id, label };
      return (await callAs(api)('POST', '/v1/customer-portal/license-keys/activate', body)).body.id;
    };
    await activate(one, 'Jürgens Büro-PC');
    const ended = await activate(other, 'Jürgens Laptop');
    expect(await of('juergens buero')).toEqual([one.id]);
    expect(await of('JURGENS')).toEqual([one.id, other.id].toSorted());
    await call('DELETE', `/v1/license-keys/${other.id}/activations/${ended}`);
    for (const nothing of ['Büro', 'jü', 'jürgens laptop']) expect([nothing, await of(nothing)]).toEqual([nothing, []]);
    const many = await activate(other, 'jürgens 1');
    await cloneRow(api, 'licensing.activations', many, 10_000, { label: `'Jürgens ' || n` });
    expect(await of('jürgens')).toEqual([one.id, other.id].toSorted());
  });

  test('a text whose words many customers have finds what it finds beside few', async () => {
    const { api } = fixture;
    const seller = await seedOrganization(api);
    const call = callAs(api, seller.oat);
    const of = async (query: string) => (await search(`query=${encodeURIComponent(query)}`, call)).total;
    const name = 'Zoe Common Words';
    const last = await seedCustomer(api, seller.organization.id, { email: 'zoe@words.example', name });
    await seedLicenseKey(api, seller, { customer_id: last.id });
    expect([await of('common words'), await of('words common')]).toEqual([
      { count: 1, is_exact: true },
      { count: 0, is_exact: true },
    ]);
    const others = {
      email: `n || '@words.example'`,
      email_key: `n || '@words.example'`,
      name: `'Words ' || n || ' Zoe Common'`,
      external_id: 'null',
    };
    await cloneRow(api, 'customer_portal.customers', last.id, 10_000, others);
    // None of the 10,000 customers before has a key.
    for (const text of ['zoe common words', 'common words', 'zoe@words'])
      expect(await of(text)).toEqual({ count: 1, is_exact: true });
    expect(await of('words common')).toEqual({ count: 0, is_exact: true });
    // A whole address finds its customer, and others by their beginnings only.
    for (const email of ['zoe@words.example.net', 'bezoe@words.example']) {
      const { id } = await seedCustomer(api, seller.organization.id, { email, name });
      await seedLicenseKey(api, seller, { customer_id: id });
    }
    expect(await of('ZOE@words.example')).toEqual({ count: 2, is_exact: true });
    expect(await of('no such word')).toEqual({ count: 0, is_exact: true });
  });

  test('a range of expiry is sorted by expiry, and a cursor is one of this list', async () => {
    const wrong = async (query: string) => {
      const { status, body } = await fixture.seller('GET', `${SEARCH}?${query}`);
      return [status, body.detail?.[0].loc];
    };
    expect(await wrong('expires_before=2030-01-06T00:00:00Z')).toEqual([422, ['query', 'sorting']]);
    expect(await wrong('cursor=nonsense')).toEqual([422, ['query', 'cursor']]);
  });

  test('shows nothing of other organizations', async () => {
    const other = callAs(fixture.api, fixture.theirs.oat);
    expect((await search('query=SHARED-KEY-WITH-ENDING-0QXZ71', other)).items).toMatchObject([{ id: theirs.id }]);
    expect((await search(`organization_id=${fixture.ours.organization.id}`, other)).items).toEqual([]);
    // No text that the hexadecimal ending of another key may contain.
    expect((await search('query=lovelace', other)).items).toEqual([]);
  });
});

describe('GET /v1/license-keys/export', () => {
  /** The IDs of the keys in the file, in its order. */
  const exported = async (query: string): Promise<string[]> =>
    (await fixture.seller('GET', `/v1/license-keys/export?${query}`)).text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).id);

  test('has all keys that match, with the keys themselves, as lines of JSON', async () => {
    const { status, text } = await fixture.seller('GET', `/v1/license-keys/export?customer_id=${ada.id}`);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([status, lines.map(({ id, key }) => [id, key])]).toEqual([200, [0, 1, 2].map((n) => [keys[n]!.id, keys[n]!.key])]);
    expect(lines[0]).toMatchObject({ customer_email: 'Ada.Lovelace@example.com', customer_name: 'Ada Lovelace' });
  });

  test.each([
    ['lovelace', [0, 1, 2]],
    ['0qxz71', [0]],
    ['SEARCHED-KEY-NUMBER-000003', [3]],
    ['nothing', []],
  ])('finds the keys that the search finds by %s', async (query, expected) => {
    expect(await exported(`query=${query}`)).toEqual(expected.map((n) => keys[n]!.id));
  });

  test('has the keys that are named, and of those only what matches and is visible', async () => {
    const named = [keys[3], keys[0], theirs].map((key) => `id=${key!.id}`).join('&');
    expect(await exported(named)).toEqual([keys[0]!.id, keys[3]!.id]);
    expect(await exported(`${named}&customer_id=${ada.id}`)).toEqual([keys[0]!.id]);
    const tooMany = Array.from({ length: 201 }, () => `id=${keys[0]!.id}`).join('&');
    expect((await fixture.seller('GET', `/v1/license-keys/export?${tooMany}`)).status).toBe(422);
  });

  test('and as CSV, in which names are no formulas', async () => {
    const evil = await seedCustomer(fixture.api, fixture.ours.organization.id, { email: 'evil@example.com', name: '=1+1,"x"' });
    await fixture.key({ key: 'EXPORTED-KEY-OF-EVIL-0001', customer_id: evil.id, expires_at: '2031-01-01T00:00:00Z' });
    const { text, headers } = await fixture.seller(
      'GET',
      '/v1/license-keys/export?format=csv&expires_after=2031-01-01T00:00:00Z&expires_before=2032-01-01T00:00:00Z',
    );
    const [header, line] = text.split('\r\n');
    expect(headers['content-type']).toContain('text/csv');
    expect(header).toContain('id,key,status,customer_id,customer_email,customer_name,');
    expect(line).toContain(`,EXPORTED-KEY-OF-EVIL-0001,granted,${evil.id},evil@example.com,"'=1+1,""x""",`);
  });
});

describe('figures', () => {
  test('GET /v1/license-keys/figures counts keys by what they are worth now', async () => {
    const { api, theirs: seller } = fixture;
    const call = callAs(api, seller.oat);
    const before = (await call('GET', '/v1/license-keys/figures')).body;
    await seedLicenseKey(api, seller, { expires_at: '2020-01-01T00:00:00Z' });
    const { id } = await seedLicenseKey(api, seller);
    await seedLicenseKey(api, seller, { expires_at: '2090-01-01T00:00:00Z' });
    await call('PATCH', `/v1/license-keys/${id}`, { status: 'disabled' });
    expect((await call('GET', '/v1/license-keys/figures')).body).toEqual({
      total: before.total + 3,
      active: before.active + 1,
      expired: before.expired + 1,
      disabled: before.disabled + 1,
      revoked: before.revoked,
    });
  });

  test('GET /v1/license-keys/activity adds up what was stored, by day in a time zone', async () => {
    const { api, theirs: seller } = fixture;
    const { id } = seller.organization;
    const add = (hour: string, validations: number, activations: number) =>
      api.app
        .get(EntityManager)
        .fork()
        .execute('insert into licensing.key_activity values (?, ?, ?, ?)', [id, hour, validations, activations]);
    await add('2026-10-01T21:00:00Z', 5, 1);
    await add('2026-10-01T22:00:00Z', 7, 2);
    await add('2026-10-03T10:00:00Z', 11, 0);
    const ask = (query: string, as = callAs(api, seller.oat)) => as('GET', `/v1/license-keys/activity?${query}`);
    const days = 'start_timestamp=2026-10-01T00:00:00%2B02:00&end_timestamp=2026-10-04T00:00:00%2B02:00&interval=day';
    expect((await ask(`${days}&timezone=Europe/Berlin`)).body).toEqual({
      periods: [
        { timestamp: '2026-09-30T22:00:00.000Z', validations: 5, activations: 1 },
        { timestamp: '2026-10-01T22:00:00.000Z', validations: 7, activations: 2 },
        { timestamp: '2026-10-02T22:00:00.000Z', validations: 11, activations: 0 },
      ],
      validations: 23,
      activations: 3,
    });
    const hours = 'start_timestamp=2026-10-01T21:00:00Z&end_timestamp=2026-10-01T23:00:00Z&interval=hour';
    expect((await ask(hours)).body.periods.map(({ validations }: { validations: number }) => validations)).toEqual([5, 7]);
    expect((await ask(hours, fixture.seller)).body).toMatchObject({ validations: 0, activations: 0 });
    expect((await ask(days.replace('interval=day', 'interval=hour').replace('10-04', '10-30'))).status).toBe(422);
    expect((await ask(`${days}&timezone=Mars/Base`)).status).toBe(422);
  });

  test('GET /v1/license-keys/uses counts by benefit, version and code what applications did, within a range', async () => {
    const { api, theirs: seller } = fixture;
    const { id: organization_id } = seller.organization;
    const key = await seedLicenseKey(api, seller, { limit_activations: 1 });
    const application = (version: string) => ({ application: { version } });
    const use = (operation: string, body: object) =>
      callAs(api, seller.oat)('POST', `/v1/license-keys/${operation}`, { key: key.key, organization_id, ...body });
    const now = Date.now();
    await use('validate', application('2.1'));
    await use('validate', application('2.1'));
    await use('validate', {});
    await use('activate', { label: 'Laptop', ...application('2.0') });
    expect((await use('activate', { label: 'Desktop' })).body.code).toBe('ACTIVATION_LIMIT_REACHED');
    await Promise.all([api.app.get(KeyActivity).flush(), api.app.get(KeyRefusals).flush()]);

    const at = (ms: number) => new Date(ms).toISOString();
    const range = `start_timestamp=${at(now - 3_600_000)}&end_timestamp=${at(now + 3_600_000)}`;
    const ask = (query: string, as = callAs(api, seller.oat)) => as('GET', `/v1/license-keys/uses${query}`);
    const groups = async (query: string, as = callAs(api, seller.oat)) => {
      const { body } = await ask(`?${range}&interval=day&${query}`, as);
      const counted = body.periods.map((_period: object, index: number) =>
        body.groups.reduce((sum: number, { counts }: { counts: number[] }) => sum + counts[index]!, 0),
      );
      expect(body.periods.map(({ count }: { count: number }) => count)).toEqual(counted);
      expect(Date.parse(body.known_since)).toBeLessThanOrEqual(now);
      expect(Date.parse(body.known_since)).toBeGreaterThan(now - 731 * 86_400_000);
      return [body.count, ...body.groups.map(({ value, count }: { value: string; count: number }) => [value, count])];
    };
    expect(await groups('kind=validations&group_by=version')).toEqual([3, ['2.1', 2], [null, 1]]);
    expect(await groups('kind=activations&group_by=version')).toEqual([1, ['2.0', 1]]);
    expect(await groups(`kind=validations&group_by=benefit&benefit_id=${key.benefit_id}`)).toEqual([3, [key.benefit_id, 3]]);
    expect(await groups(`kind=validations&group_by=benefit&benefit_id=${organization_id}`)).toEqual([0]);
    expect(await groups('kind=refusals&group_by=code')).toEqual([1, ['ACTIVATION_LIMIT_REACHED', 1]]);
    expect(await groups('kind=refusals&group_by=code', fixture.seller)).toEqual([0]);
    const csv = await ask(`/export?${range}&interval=month&kind=validations&group_by=version`);
    expect(csv.headers['content-disposition']).toContain('filename="validations.csv"');
    expect(csv.text).toMatch(/^Timestamp,All,2\.1,None\r\n/);
    const long = `start_timestamp=${at(now - 733 * 86_400_000)}&end_timestamp=${at(now)}`;
    for (const wrong of [
      `${range}&interval=day&kind=refusals&group_by=version`,
      `${range}&interval=day&kind=validations&group_by=code`,
      `${range}&interval=day&kind=refusals&group_by=code&timezone=Mars/Base`,
      `${long}&interval=week&kind=refusals&group_by=code`,
    ])
      expect([wrong, (await ask(`?${wrong}`)).status]).toEqual([wrong, 422]);
  });
});
