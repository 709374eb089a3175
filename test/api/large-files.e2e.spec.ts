import { EntityManager } from '@mikro-orm/postgresql';
import { execFileSync } from 'node:child_process';
import { constants, createWriteStream, openSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Config } from '#platform/config';
import { REQUEST_MS } from '#engine/tenancy';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { ONLY_TIMEOUTS } from '../support/fake-timers.ts';
import { collect } from '../support/heap-growth.ts';
import { announceFile, completionOf, seedFile, sendParts } from '../support/seed-file.ts';
import { INSTALLER, seedArtifact } from '../support/seed-release.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';

const { jest } = import.meta;
const BYTES = Buffer.from('the bytes of an installer');

let api: TestApi;
let call: Call;
let seller: SeededOrganization;
let benefit: string;
let product: string;
beforeAll(async () => {
  api = await startApi();
  seller = await seedOrganization(api);
  call = callAs(api, seller.oat);
  benefit = (await seedBenefit(api, seller.organization.id)).id;
  product = (await seedProduct(api, seller.organization.id, { benefits: [benefit] })).id;
});
afterEach(() => jest.useRealTimers());
afterAll(() => api.close());

const draft = async (version: string): Promise<string> =>
  (await call('POST', '/v1/releases/', { product_id: product, version })).body.id;

const folderOf = (file: string): string => join(api.app.get(Config).mediaFolder, file.slice(0, 2), file);

const contentOf = (file: string): string =>
  join(
    folderOf(file),
    readdirSync(folderOf(file)).find((name) => /^[0-9a-f]{64}$/.test(name))!,
  );

/** Lets who reads the stored file wait for its bytes, until the returned function is called. */
function slowly(file: string): { readonly whenRead: () => Promise<void>; readonly send: () => Promise<void> } {
  const bytes = readFileSync(file);
  rmSync(file);
  execFileSync('mkfifo', [file]);
  let fd = -1;
  const whenRead = (): Promise<void> =>
    eventually(() => {
      try {
        fd = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
      } catch (error) {
        // Nobody reads it yet.
        if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      }
      return fd >= 0;
    });
  const send = async (): Promise<void> => {
    const stream = createWriteStream(file, { fd });
    stream.end(bytes);
    await once(stream, 'close');
  };
  return { whenRead, send };
}

test('a file whose bytes take longer than a request may is completed, and becomes an artifact', async () => {
  const announced = await announceFile(call, INSTALLER, BYTES);
  await sendParts(call, announced, BYTES);
  const part = slowly(join(folderOf(announced.id), 'parts/1'));
  jest.useFakeTimers(ONLY_TIMEOUTS);
  const completed = call('POST', `/v1/files/${announced.id}/uploaded`, completionOf(announced, BYTES));
  await part.whenRead();
  jest.advanceTimersByTime(REQUEST_MS);
  jest.useRealTimers();
  await part.send();
  expect(await completed).toMatchObject({ status: 200, body: { is_uploaded: true } });

  const whole = slowly(contentOf(announced.id));
  jest.useFakeTimers(ONLY_TIMEOUTS);
  const added = call('POST', '/v1/artifacts/', { release_id: await draft('1.0.0'), file_id: announced.id });
  await whole.whenRead();
  jest.advanceTimersByTime(REQUEST_MS);
  jest.useRealTimers();
  await whole.send();
  expect(await added).toMatchObject({ status: 201, body: { size: BYTES.length } });
});

test('while the bytes of a file are read, its release is published without it, and then does not take it', async () => {
  const release = await draft('2.0.0');
  await seedArtifact(call, release, {}, BYTES);
  const { id } = await seedFile(call, { ...INSTALLER, name: 'late.zip' }, BYTES);
  const whole = slowly(contentOf(id));
  const added = call('POST', '/v1/artifacts/', { release_id: release, file_id: id });
  await whole.whenRead();
  expect(await call('POST', `/v1/releases/${release}/publish`)).toMatchObject({ status: 200, body: { artifacts: 1 } });
  await whole.send();
  expect(await added).toMatchObject({ status: 409, body: { error: 'ReleaseConflict' } });
  expect((await call('GET', `/v1/releases/${release}`)).body.artifacts).toBe(1);
});

const MIB = 1024 ** 2;
/** The bytes of buffers that somebody still holds. */
function heldBytes(): number {
  collect({ type: 'major' });
  return process.memoryUsage().arrayBuffers;
}
/** The largest file that there can be, in whole MiB. */
const SIZE = 2_047 * MIB;

test('a file of almost 2 GiB is downloaded, and its end is resumed, with little memory', async () => {
  const release = await draft('3.0.0');
  const artifact = await seedArtifact(call, release, {}, BYTES, 'large.zip');
  await call('POST', `/v1/releases/${release}/publish`);
  const { file_id: file } = (await call('GET', `/v1/artifacts/${artifact}`)).body;
  truncateSync(contentOf(file), SIZE);
  await api.app.get(EntityManager).fork().execute('update catalog.files set size = ? where id = ?', [SIZE, file]);
  const { key } = await seedLicenseKey(api, seller, { benefit_id: benefit });
  await api.app.listen(0, '127.0.0.1');
  const url = `${await api.app.getUrl()}/releases/${product}/files/3.0.0/large.zip`;

  let most = 0;
  /** The bytes that are read of a response, up to this number. */
  async function read(response: IncomingMessage, limit: number): Promise<number> {
    let [size, measured] = [0, 0];
    for await (const chunk of response) {
      size += (chunk as Buffer).length;
      if (size - measured >= 16 * MIB) {
        measured = size;
        most = Math.max(most, heldBytes() - before);
      }
      if (size >= limit) break;
    }
    return size;
  }
  const before = heldBytes();
  const ask = async (headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const request = get(url, { agent: false, headers: { authorization: `Bearer ${key}`, ...headers } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  };
  const first = await ask();
  expect(first.headers['content-length']).toBe(String(SIZE));
  await read(first, 32 * MIB);
  const start = SIZE - 128 * MIB;
  const rest = await ask({ range: `bytes=${start}-`, 'if-range': first.headers.etag! });
  expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, `bytes ${start}-${SIZE - 1}/${SIZE}`]);
  expect(await read(rest, SIZE)).toBe(128 * MIB);
  expect(most).toBeLessThan(64 * MIB);
});
