import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RecordUndelivered } from '#connectors';
import { DataFolder, RuntimeFile } from '../../apps/process/index.ts';
import { SECRET_KEY, startApi, type TestApi } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';
import { StripeLife } from '../support/connectors/stripe-events.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { newDataFolder, removeDataFolder } from '../support/standalone.ts';

const SECRET = 'whsec_c2VjcmV0IG9mIGEgY29ubmVjdG9y';

let api: TestApi;
let ours: SeededOrganization;
let url: string;
const path = newDataFolder();
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  await api.app.listen(0, '127.0.0.1');
  url = await api.app.getUrl();
});
afterAll(async () => {
  await api.close();
  removeDataFolder(path);
});

/** As beside a `latchkey start` on any port: no setting says where it is. */
async function beside(...args: string[]) {
  using folder = DataFolder.open(path);
  using runtime = new RuntimeFile(folder);
  runtime.write({ database_url: api.databaseUrl, secret_key_is_kept: false, base_url: url, local_url: url });
  return await latchkey(['connectors', ...args], { LATCHKEY_DATA: path, SECRET_KEY: SECRET_KEY.toString('base64') });
}

const add = (...args: string[]) => beside('add', '--organization', ours.organization.slug, '--provider', 'stripe', ...args);

test('a connector is added, listed, tested and replayed at the service that is running', async () => {
  const { id, webhook_url } = JSON.parse((await add('--secret', SECRET, '--json')).out);
  expect(webhook_url).toBe(`${url}/v1/connectors/${id}/webhook`);
  expect((await beside('test', '--connector', id)).out).toMatch(`${webhook_url} accepted a signed test event in `);
  expect(await beside('list', '--organization', ours.organization.slug)).toEqual({
    exitCode: 0,
    out: `${id}  stripe  -  1 pending\n`,
    err: '',
  });
  expect((await beside('replay', '--connector', id, '--status', 'all')).out).toBe('Events that are processed again: 1.\n');
});

test('preview shows what exported events would do, in each form of the file, and changes nothing', async () => {
  const { id } = JSON.parse((await add('--secret', SECRET, '--json')).out);
  const life = new StripeLife(new Date('2026-06-01'), undefined, 'price_1');
  const event = life.checkedOut(new Date('2026-06-01'), { payment_link: 'plink_1' });
  const file = join(path, 'events.json');
  const told = `checkout.session.completed ${String(event['id'])}\n  order: fails: No product is mapped to plink_1.`;
  for (const text of [JSON.stringify(event), JSON.stringify([event], null, 2), `${JSON.stringify(event)}\n`]) {
    writeFileSync(file, text);
    const { out, exitCode } = await beside('preview', file, '--connector', id);
    expect([exitCode, out.slice(0, told.length)]).toEqual([0, told]);
  }
  writeFileSync(file, `${JSON.stringify(event)}\nnot JSON\n`);
  expect(await beside('preview', file, '--connector', id)).toMatchObject({
    exitCode: 1,
    err: 'Line 2 of the file is not JSON.\n',
  });
  expect((await beside('list', '--organization', ours.organization.slug)).out).toContain(`${id}  stripe  -  no events`);
});

test.each(['test', 'replay'])('%s reports a connector that does not exist', async (command) => {
  const id = crypto.randomUUID();
  expect(await beside(command, '--connector', id)).toEqual({ exitCode: 1, out: '', err: `Connector ${id} was not found.\n` });
});

test('`--url` says where the service is instead, and a service that does not answer is reported', async () => {
  const { id, webhook_url } = JSON.parse((await add('--secret', SECRET, '--url', 'https://keys.example.com/', '--json')).out);
  expect(webhook_url).toBe(`https://keys.example.com/v1/connectors/${id}/webhook`);
  const webhook = `http://127.0.0.1:1/v1/connectors/${id}/webhook`;
  expect(await beside('test', '--connector', id, '--url', 'http://127.0.0.1:1')).toEqual({
    exitCode: 1,
    out: '',
    err: `${webhook} cannot be reached (ECONNREFUSED). Start the service, or say where it is with --url.\n`,
  });
});

test.each([
  ['stripe', 'Signing secret (whsec_…)'],
  ['paddle', 'Secret key (pdl_ntfset_…)'],
  ['lemon_squeezy', 'Signing secret.'],
])('without its secret, or with one that is too short, a connector of %s is not added', async (provider, place) => {
  const given = ['connectors', 'add', '--organization', 'acme', '--provider', provider];
  for (const [args, reason] of [
    [[], '--secret <secret> is required: '],
    [['--secret', 'short'], '--secret is too short: '],
  ] as const) {
    const { exitCode, err } = await latchkey([...given, ...args]);
    expect([exitCode, err.startsWith(reason), err.includes('at least 8 characters'), err.includes(place)]).toEqual([
      2,
      true,
      true,
      true,
    ]);
  }
});

test('what was paid and not delivered is listed', async () => {
  const undelivered = (...args: string[]) => beside('undelivered', '--organization', ours.organization.slug, ...args);
  expect((await undelivered()).out).toBe('Everything that was paid is delivered.\n');
  const customer = await seedCustomer(api, ours.organization.id);
  const purchase = { orderId: randomUUID() };
  const of = { organizationId: ours.organization.id, customerId: customer.id, purchase };
  await api.app.get(CommandBus).execute(new RecordUndelivered({ ...of, reason: 'quantity_ignored', quantity: 5 }));
  expect((await undelivered()).out).toContain(`${purchase.orderId}  5 were bought, and one was delivered`);
  expect(JSON.parse((await undelivered('--json')).out)).toMatchObject([
    { reason: 'quantity_ignored', quantity: 5, order_id: purchase.orderId, customer_id: customer.id },
  ]);
});
