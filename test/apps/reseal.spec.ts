import { randomBytes } from 'node:crypto';
import { Config } from '#platform/config';
import { CliError } from '#platform/process';
import { createApi } from '../../apps/api/create-api.ts';
import { reseal } from '../../apps/reseal/reseal.ts';
import { SECRET_KEY, startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { emptyDatabase } from '../support/database.ts';
import { startProcess } from '../support/processes.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const NEW = randomBytes(32);
const base64 = (...keys: Buffer[]): string => keys.map((key) => key.toString('base64')).join(',');

let api: TestApi;
let seller: SeededOrganization;
let key: SeededLicenseKey;
beforeAll(async () => {
  api = await startApi();
  seller = await seedOrganization(api);
  key = await seedLicenseKey(api, seller);
});
afterAll(() => api.close());

const env = (...keys: Buffer[]) => ({ DATABASE_URL: api.databaseUrl, SECRET_KEY: base64(...keys) });

/** What a process with these secret keys answers: to an application that shows the key, and to the seller. */
async function answersWith(...secretKeys: Buffer[]) {
  const app = await createApi({ config: Config.from({}), databaseUrl: api.databaseUrl, secretKeys });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const other: TestApi = { ...api, app };
  const shown = { key: key.key, organization_id: key.organization_id };
  const validated = await callAs(other)('POST', '/v1/customer-portal/license-keys/validate', shown);
  const read = await callAs(other, seller.oat)('GET', `/v1/license-keys/${key.id}`);
  await app.close();
  return [validated.status, read.status, read.body.key];
}

test('after it, and after its token was used, a seller can do without the old secret key', async () => {
  expect(await answersWith(NEW)).toEqual([404, 401, undefined]);
  expect(await reseal(env(NEW, SECRET_KEY))).toBe(
    '1 license keys were sealed anew. Whatever is sealed now opens with the first key of SECRET_KEY alone.\n',
  );
  expect(await answersWith(NEW)).toEqual([200, 401, undefined]);
  expect(await answersWith(NEW, SECRET_KEY)).toEqual([200, 200, key.key]);
  expect(await answersWith(NEW)).toEqual([200, 200, key.key]);
  expect(await reseal(env(NEW))).toMatch(/^0 license keys/);
});

test('without the key that has sealed something it says which one is missing, and changes nothing', async () => {
  const asked = reseal(env(randomBytes(32)));
  await expect(asked).rejects.toEqual(
    new CliError('There are license keys that no key of SECRET_KEY has sealed. Put the one that did behind the others.'),
  );
  expect(await answersWith(NEW)).toEqual([200, 200, key.key]);
});

test('a database that is not up to date is left alone', async () => {
  const empty = await emptyDatabase();
  const asked = reseal({ DATABASE_URL: empty.url, SECRET_KEY: base64(NEW) });
  await expect(asked).rejects.toEqual(new CliError('The database is not up to date. Run `npm run migrate` first.'));
  await empty.drop();
});

test('it is a command', async () => {
  await using running = startProcess('apps/reseal/main.ts', env(NEW));
  const [said] = await running.line(/^\d+ license keys were sealed anew\./);
  expect(said).toMatch(/^0 /);
});
