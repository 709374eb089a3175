import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { newToken } from '#engine/secrets';
import { startApi, type TestApi } from '../support/api.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const { jest } = import.meta;

const LONG = 100_000;

/** No request has waited too long, however long a test takes. Shorter timeouts are as usual. */
function waitForEver(): void {
  jest.replaceProperty(api.app.getHttpServer() as Server, 'requestTimeout', 0);
  const start = globalThis.setTimeout;
  const MAX_WAIT_MS = 20_000;
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms = 0) =>
      start(ms === MAX_WAIT_MS ? () => undefined : run, ms)) as typeof setTimeout);
}

let api: TestApi;
let seller: SeededOrganization;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  api = await startApi({ TRUSTED_PROXIES: '127.0.0.1' });
  seller = await seedOrganization(api);
  await api.app.listen(0, '127.0.0.1');
  port = (api.app.getHttpServer().address() as AddressInfo).port;
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => api.close());

/** Sends the headers of a request with a body that is announced, and waits until they have arrived. */
async function announce(path: string, headers: Record<string, string>, size = LONG): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const arrived = once(api.app.getHttpServer(), 'request');
  const lines = Object.entries({ Host: 'localhost', 'Content-Type': 'application/json', 'Content-Length': size, ...headers });
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  await arrived;
  return socket;
}

/** The status line and whether the connection is closed afterwards, without a byte of the body. */
async function refusalOf(socket: Socket): Promise<unknown[]> {
  const answer = await text(socket);
  return [Number(answer.split(' ')[1]), /^connection: close\r$/im.test(answer)];
}

test('an event for an unknown connector is refused before its body arrives', async () => {
  const socket = await announce(`/v1/connectors/${randomUUID()}/webhook`, {}, 1024 * 1024);
  expect(await refusalOf(socket)).toEqual([404, true]);
});

test('a network that names too many unknown connectors is refused; others are not', async () => {
  const ask = async (from: string): Promise<number> => {
    const url = `/v1/connectors/${randomUUID()}/webhook`;
    return (await api.app.inject({ method: 'POST', url, payload: '{}', remoteAddress: from })).statusCode;
  };
  const statuses: number[] = [];
  for (let time = 0; time < 31; time++) statuses.push(await ask('198.51.100.1'));
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
  expect(await ask('198.51.100.2')).toBe(404);
});

test('long bodies without a token wait for their turn, and those of one network are refused beyond a number', async () => {
  const from = (network: string) => ({ 'X-Forwarded-For': network });
  const [path, network] = ['/v1/customer-portal/license-keys/validate', '198.51.100.3'];
  const waiting: Socket[] = [];
  for (let count = 0; count < 40; count++) waiting.push(await announce(path, from(network)));
  const refused = await announce(path, from(network));
  const [answer] = (await once(refused, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 429 .*retry-after: 1\r/is);
  expect(waiting.filter(({ bytesRead }) => bytesRead > 0)).toEqual([]);
  const other = await announce(path, from('198.51.100.4'));
  other.write('{}'.padEnd(LONG));
  const [read] = (await once(other, 'data')) as [Buffer];
  expect(read.toString()).toMatch(/^HTTP\/1\.1 422 /);
});

test('a network that sends too many long bodies that are refused may send no more of them; others may, and short ones it may', async () => {
  const validate = async (payload: string, from: string): Promise<number> => {
    const request = { method: 'POST', url: '/v1/customer-portal/license-keys/validate', payload, remoteAddress: from } as const;
    return (await api.app.inject({ ...request, headers: { 'content-type': 'application/json' } })).statusCode;
  };
  const [network, other] = ['198.51.100.6', '198.51.100.7'];
  const refused = [
    ...Array.from({ length: 29 }, () => '['.repeat(LONG)),
    JSON.stringify({ key: 'x'.repeat(LONG) }),
    '{'.padEnd(300_000),
    '{'.padEnd(LONG),
  ];
  const statuses: number[] = [];
  for (const body of refused) statuses.push(await validate(body, network));
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 413, 429]);
  expect(await validate('{', network)).toBe(422);
  expect(await validate('{'.padEnd(LONG), other)).toBe(422);
});

describe('the worst body without a token takes little more work than a flat one of 256 KiB', () => {
  const KIB_256 = 256 * 1024 - 1000;
  const KEY = `"key":"unknown","organization_id":"${randomUUID()}"`;
  const bodyOf = (field: string): string => `{${KEY},${field}}`;
  const texts = (count: number): string =>
    Array.from({ length: count }, (_, index) => `"field${index}":"${'x'.repeat(240)}"`).join();

  /** The bytes that are decoded and the characters that are parsed until the response is sent. */
  async function workOf(payload: string): Promise<number> {
    const calls = [jest.spyOn(JSON, 'parse'), jest.spyOn(TextDecoder.prototype, 'decode')];
    const headers = { 'content-type': 'application/json' };
    const url = '/v1/customer-portal/license-keys/validate';
    await api.app.inject({ method: 'POST', url, payload, headers, remoteAddress: '198.51.100.8' });
    const given = calls.flatMap(({ mock }) => mock.calls as readonly (readonly unknown[])[]).map(([first]) => first);
    const work = given.reduce<number>((sum, each) => sum + ((each as { readonly length: number } | undefined)?.length ?? 0), 0);
    for (const spy of calls) spy.mockRestore();
    return work;
  }

  test.each([
    ['deep arrays', bodyOf(`"x":${'['.repeat(KIB_256 / 2)}${']'.repeat(KIB_256 / 2)}`)],
    ['deep objects', bodyOf(`"x":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`)],
    ['20,000 names', bodyOf(Array.from({ length: 20_000 }, (_, index) => `"${index.toString(36)}":1`).join())],
    [
      'as many values as it may have',
      bodyOf(Array.from({ length: 4_990 }, (_, index) => `"name ${index}":${'1'.repeat(30)}`).join()),
    ],
    ['escape sequences', bodyOf(`"x":"${'\\u0061'.repeat(120_000)}"`)],
    ['escaped names', bodyOf(Array.from({ length: 3_000 }, (_, index) => `"${'\\u0061'.repeat(35)}${index}":1`).join())],
  ])('%s', async (_, body) => {
    const flat = await workOf(bodyOf(texts(KIB_256 / 256)));
    expect(flat).toBeGreaterThan(KIB_256);
    expect(await workOf(body)).toBeLessThan(4 * flat);
  });
});

describe('a long body is read only with a token that may call the operation', () => {
  const answerTo = async (authorization?: string): Promise<string> => {
    const socket = await announce(
      '/v1/benefits/',
      authorization === undefined ? {} : { Authorization: `Bearer ${authorization}` },
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString();
  };

  test.each([
    ['without one', () => undefined],
    ['with one that is unknown', () => newToken('oat')],
    ['with one of another kind', () => newToken('cst')],
  ])('not %s', async (_which, token) => {
    expect(await answerTo(token())).toMatch(/^HTTP\/1\.1 401 /);
  });

  test.each([[[]], [['products:read']]] as const)('not with the scopes %j', async (scopes) => {
    const answer = await answerTo(await seller.tokenWith(scopes));
    expect(answer).toMatch(
      /^HTTP\/1\.1 403 [^]*\r\nwww-authenticate: Bearer [^\r]*scope="benefits:write", error="insufficient_scope"/i,
    );
  });

  test('but with one that has the scope', async () => {
    const known = await announce('/v1/benefits/', { Authorization: `Bearer ${await seller.tokenWith(['benefits:write'])}` });
    known.write('{}'.padEnd(LONG));
    const [accepted] = (await once(known, 'data')) as [Buffer];
    expect(accepted.toString()).toMatch(/^HTTP\/1\.1 422 /);
  });
});

test('long bodies of a tenant wait for their turn', async () => {
  waitForEver();
  const token = { Authorization: `Bearer ${seller.oat}` };
  const waiting: Socket[] = [];
  for (let count = 0; count < 100 + 8; count++) waiting.push(await announce('/v1/benefits/', token));
  const refused = await announce('/v1/benefits/', token);
  const [answer] = (await once(refused, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 429 .*retry-after: 1\r/is);
  expect(waiting.filter(({ bytesRead }) => bytesRead > 0)).toEqual([]);
});
