import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import pg from 'pg';
import { ContinueBulkChange } from '../../libs/licensing/src/commands/bulk/continue-bulk-change.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { untilBlocked } from '../support/until-blocked.ts';

const BULK = '/v1/bulk/license-keys';
const MORE = { type: 'add_activations', count: 2 } as const;

describe('with a worker', () => {
  let fixture: PurchaseFixture;
  beforeAll(async () => {
    fixture = await openPurchaseFixture();
  });
  afterAll(() => fixture.close());

  const read = async (id: string) => (await fixture.seller('GET', `/v1/license-keys/${id}`)).body;
  const progress = async (id: string) => (await fixture.seller('GET', `${BULK}/${id}`)).body;
  const entries = async (id: string, query = '') =>
    (await fixture.seller('GET', `${BULK}/${id}/entries?limit=100${query}`)).body.items;
  const events = async (id: string): Promise<string[]> => {
    const client = new pg.Client({ connectionString: fixture.api.databaseUrl });
    await client.connect();
    const { rows } = await client.query('select name from platform.outbox where aggregate_id = $1 order by id', [id]);
    await client.end();
    return rows.map(({ name }) => name);
  };
  const issue = (attributes: object = {}) => seedLicenseKey(fixture.api, fixture.ours, { limit_activations: 3, ...attributes });

  test('several parts change each key once, and an undo gives them back but for what was changed by hand', async () => {
    const benefit = await fixture.benefit();
    const customer = await fixture.customer();
    const issued = await fixture.create('/v1/license-keys/', {
      license_keys: Array.from({ length: 250 }, (_, index) => ({
        customer_id: customer.id,
        benefit_id: benefit.id,
        limit_activations: index === 0 ? null : 3,
      })),
    });
    const ids: string[] = issued.items.map(({ id }: { id: string }) => id);
    const set = { action: MORE, filter: { benefit_id: benefit.id } };
    const preview = await fixture.seller('POST', `${BULK}/preview`, set);
    expect(preview.body).toMatchObject({
      total: 250,
      changed: 249,
      refusals: [{ code: 'NO_ACTIVATIONS', count: 1, examples: [{ license_key_id: ids[0] }] }],
    });
    const headers = { 'Idempotency-Key': randomUUID() };
    const begin = () => fixture.seller('POST', `${BULK}/`, { ...set, expected_total: 250 }, headers);
    const [first, again] = [await begin(), await begin()];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    const { id } = first.body;
    const later = await issue({ benefit_id: benefit.id });
    await fixture.settled();
    expect(await progress(id)).toMatchObject({
      status: 'done',
      total: 250,
      changed: 249,
      refused: 1,
      pending: 0,
      is_undoable: true,
    });
    expect(
      (await entries(id, '&outcome=refused')).map(({ license_key_id }: { license_key_id: string }) => license_key_id),
    ).toEqual([ids[0]]);
    expect((await read(later.id)).limit_activations).toBe(3);
    expect((await read(ids[1]!)).limit_activations).toBe(5);
    expect((await events(ids[249]!)).filter((name) => name === 'license_key.updated')).toHaveLength(1);

    await fixture.seller('PATCH', `/v1/license-keys/${ids[1]}`, { limit_activations: 9 });
    const undo = () => fixture.seller('POST', `${BULK}/${id}/undo`);
    expect((await undo()).body).toMatchObject({ status: 'undoing', is_undoable: false });
    await fixture.settled();
    expect((await undo()).body).toMatchObject({ status: 'undone', changed: 249, restored: 248, kept: 1 });
    expect(await entries(id, '&outcome=kept')).toMatchObject([
      { license_key_id: ids[1], code: 'CHANGED_SINCE', before: { limit_activations: 3 }, after: { limit_activations: 5 } },
    ]);
    expect([(await read(ids[1]!)).limit_activations, (await read(ids[2]!)).limit_activations]).toEqual([9, 3]);
  });

  test('the audit log has one entry of the bulk change with its request, and the timeline of a key has its change', async () => {
    const key = await issue();
    const { id } = await fixture.create(`${BULK}/`, { action: { type: 'disable' }, ids: [key.id] });
    await fixture.settled();
    const log = (await fixture.seller('GET', `/v1/audit-log?resource_id=${id}`)).body.items;
    expect(log.at(-1)).toMatchObject({
      action: 'created',
      operation: 'POST /v1/bulk/license-keys',
      actor: { type: 'organization' },
    });
    const [last] = (await fixture.seller('GET', `/v1/audit-log?resource_id=${key.id}`)).body.items;
    expect(last).toMatchObject({
      changes: { status: { before: 'granted', after: 'disabled' } },
      request_id: log.at(-1).request_id,
    });
    expect((await read(key.id)).status).toBe('disabled');
  });

  test('a tag is given to many keys and taken back, in the audit log of each key', async () => {
    const keys = [await issue(), await issue()];
    const ids = keys.map((key) => key.id);
    const tagsOf = async (id: string) => (await fixture.seller('GET', `/v1/license-keys/${id}/tags`)).body.tags;
    await fixture.seller('PUT', `/v1/license-keys/${ids[0]}/tags`, { tags: ['campaign', 'vip'] });
    const set = { action: { type: 'add_tag', tag: ' Campaign ' }, ids };
    const preview = await fixture.seller('POST', `${BULK}/preview`, set);
    expect(preview.body).toMatchObject({ total: 2, changed: 1, refusals: [{ code: 'ALREADY_SO', count: 1 }] });
    const { id, action } = await fixture.create(`${BULK}/`, set);
    expect(action).toEqual({ type: 'add_tag', tag: 'campaign' });
    await fixture.settled();
    expect(await progress(id)).toMatchObject({ status: 'done', changed: 1, refused: 1, is_undoable: true });
    expect(await entries(id, '&outcome=changed')).toMatchObject([{ before: { is_tagged: false }, after: { is_tagged: true } }]);
    expect([await tagsOf(ids[0]!), await tagsOf(ids[1]!)]).toEqual([['campaign', 'vip'], ['campaign']]);
    const [last] = (await fixture.seller('GET', `/v1/audit-log?resource_id=${ids[1]}`)).body.items;
    expect(last.changes).toEqual({ tags: { before: [], after: ['campaign'] } });
    const body = { action: { type: 'remove_tag', tag: 'campaign' }, filter: { tag: ['campaign'] }, expected_total: 2 };
    const removed = await fixture.create(`${BULK}/`, body);
    await fixture.settled();
    expect([await tagsOf(ids[0]!), await tagsOf(ids[1]!)]).toEqual([['vip'], []]);
    await fixture.seller('POST', `${BULK}/${removed.id}/undo`);
    await fixture.seller('POST', `${BULK}/${id}/undo`);
    await fixture.settled();
    expect([await tagsOf(ids[0]!), await tagsOf(ids[1]!)]).toEqual([['campaign', 'vip'], []]);
  });

  test('a purchased key that follows its benefit follows it again after the undo', async () => {
    const benefit = await fixture.benefit({ activations: { limit: 2, enableCustomerAdmin: false } });
    const product = await fixture.product({ benefits: [benefit.id] });
    const customer = await fixture.customer();
    await fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
    await fixture.settled();
    const [key] = await fixture.keysOf(benefit);
    const { id } = await fixture.create(`${BULK}/`, { action: MORE, ids: [key.id] });
    await fixture.settled();
    expect((await read(key.id)).limit_activations).toBe(4);
    await fixture.seller('POST', `${BULK}/${id}/undo`);
    await fixture.settled();
    expect((await read(key.id)).limit_activations).toBe(2);
    await fixture.seller('PATCH', `/v1/benefits/${benefit.id}`, {
      type: 'license_keys',
      properties: { activations: { limit: 6, enable_customer_admin: false } },
    });
    await fixture.settled();
    expect((await read(key.id)).limit_activations).toBe(6);

    const byHand = (limit_activations: number) => fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { limit_activations });
    await byHand(3);
    const direct = await issue({ benefit_id: benefit.id, limit_activations: 6 });
    const old = await issue({ benefit_id: benefit.id });
    const action = { type: 'follow_benefit', limit: 'limit_activations' };
    const set = { action, ids: [key.id, direct.id, old.id] };
    expect((await fixture.seller('POST', `${BULK}/preview`, set)).body).toMatchObject({
      changed: 2,
      refusals: [{ code: 'ALREADY_SO', examples: [{ license_key_id: direct.id }] }],
    });
    const followed = await fixture.create(`${BULK}/`, set);
    await fixture.settled();
    expect(await entries(followed.id, '&outcome=changed')).toMatchObject([
      { before: { limit_activations: 3 }, after: { limit_activations: 6 } },
      { before: { limit_activations: 3 }, after: { limit_activations: 6 } },
    ]);
    const limit = async (limitNow: number) => {
      await fixture.seller('PATCH', `/v1/benefits/${benefit.id}`, {
        type: 'license_keys',
        properties: { activations: { limit: limitNow, enable_customer_admin: false } },
      });
      await fixture.settled();
      return [(await read(key.id)).limit_activations, (await read(old.id)).limit_activations];
    };
    expect(await limit(8)).toEqual([8, 6]);
    await fixture.seller('POST', `${BULK}/${followed.id}/undo`);
    await fixture.settled();
    expect([(await read(key.id)).limit_activations, (await read(old.id)).limit_activations]).toEqual([8, 3]);
  });

  test('keys are sent to whoever has an address, and that is not undone', async () => {
    const keys = [await issue(), await issue()];
    await fixture.seller('PATCH', `/v1/license-keys/${keys[1]!.id}`, { status: 'disabled' });
    const { id } = await fixture.create(`${BULK}/`, { action: { type: 'send' }, ids: keys.map((key) => key.id) });
    await fixture.settled();
    expect(await progress(id)).toMatchObject({ status: 'done', changed: 1, refused: 1, is_undoable: false });
    expect(await events(keys[0]!.id)).toContain('license_key.mail_requested');
    const [last] = (await fixture.seller('GET', `/v1/audit-log?resource_id=${keys[0]!.id}`)).body.items;
    expect(last.changes).toEqual({ mail: { before: null, after: 'key' } });
    const undone = await fixture.seller('POST', `${BULK}/${id}/undo`);
    expect([undone.status, undone.body.error]).toEqual([409, 'BulkChangeNotUndoable']);
  });
});

describe('part by part', () => {
  let fixture: LicenseFixture;
  let other: pg.Client;
  let observer: pg.Client;
  beforeAll(async () => {
    fixture = await openLicenseFixture();
    [other, observer] = [0, 1].map(() => new pg.Client({ connectionString: fixture.api.databaseUrl })) as [pg.Client, pg.Client];
    await Promise.all([other.connect(), observer.connect()]);
  });
  afterAll(async () => {
    await Promise.all([other.end(), observer.end()]);
    await fixture.close();
  });

  const doPart = (id: string): Promise<void> =>
    fixture.api.app.get(CommandBus).execute(new ContinueBulkChange(fixture.ours.organization.id, id));
  const lock = async (id: string): Promise<void> => {
    await other.query('begin');
    await other.query('select from licensing.license_keys where id = $1 for update', [id]);
  };
  const begun = async (count: number) => {
    const keys = [];
    for (let n = 0; n < count; n += 1) keys.push(await fixture.key({ limit_activations: 1 }));
    const ids = keys.map(({ id }) => id).sort();
    const { body } = await fixture.seller('POST', `${BULK}/`, { action: MORE, ids });
    return { id: body.id as string, ids };
  };
  const limits = async (ids: readonly string[]): Promise<number[]> =>
    Promise.all(ids.map(async (id) => (await fixture.read({ id })).limit_activations));
  const progress = async (id: string) => (await fixture.seller('GET', `${BULK}/${id}`)).body;

  test('a part whose worker is killed changes nothing, and is done once by the next one', async () => {
    const { id, ids } = await begun(3);
    await lock(ids[2]!);
    const killed = doPart(id);
    const [pid] = await untilBlocked(observer);
    await other.query('select pg_terminate_backend($1)', [pid]);
    await expect(killed).rejects.toThrow('terminat');
    await other.query('rollback');
    expect([await limits(ids), await progress(id)]).toMatchObject([[1, 1, 1], { status: 'running', changed: 0, pending: 3 }]);
    await doPart(id);
    await doPart(id);
    expect([await limits(ids), await progress(id)]).toMatchObject([[3, 3, 3], { status: 'done', changed: 3 }]);
  });

  test('workers that do the same part at once change each key once', async () => {
    const { id, ids } = await begun(3);
    await lock(ids[0]!);
    const parts = [doPart(id), doPart(id), doPart(id)];
    await untilBlocked(observer);
    await other.query('commit');
    await Promise.all(parts);
    expect([await limits(ids), await progress(id)]).toMatchObject([[3, 3, 3], { status: 'done', changed: 3 }]);
  });

  test('a change by hand that comes meanwhile waits for the part, and stays when it is undone', async () => {
    const { id, ids } = await begun(2);
    await lock(ids[1]!);
    const part = doPart(id);
    await untilBlocked(observer);
    const byHand = fixture.seller('PATCH', `/v1/license-keys/${ids[0]}`, { limit_activations: 7 });
    await untilBlocked(observer, { count: 2 });
    await other.query('commit');
    await part;
    expect((await byHand).status).toBe(200);
    expect(await limits(ids)).toEqual([7, 3]);
    await fixture.seller('POST', `${BULK}/${id}/undo`);
    await doPart(id);
    expect([await limits(ids), await progress(id)]).toMatchObject([[7, 1], { status: 'undone', restored: 1, kept: 1 }]);
  });

  test('what is cancelled changes no further keys, and can be undone', async () => {
    const { id, ids } = await begun(1);
    const cancel = () => fixture.seller('POST', `${BULK}/${id}/cancel`);
    expect([(await cancel()).body, (await cancel()).body]).toMatchObject([
      { status: 'cancelled', pending: 1 },
      { status: 'cancelled' },
    ]);
    await doPart(id);
    expect(await limits(ids)).toEqual([1]);
    expect((await fixture.seller('POST', `${BULK}/${id}/undo`)).body).toMatchObject({ status: 'undone', changed: 0 });
  });
});
