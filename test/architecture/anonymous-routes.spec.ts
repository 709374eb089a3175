import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { newToken } from '#engine/secrets';
import { requestActivity } from '#engine/tenancy';
import { NO_KEY_LIMITS, NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { addressOf, type Route, withRoutes } from '../support/routes.ts';

/** Routes of packages, which declare nothing. They send files that are in memory or on the disk, and take no bodies. */
const OF_PACKAGES = /^(?:GET|HEAD) \/assets\/\*$/;

/** The lowest limits that there are. */
const STRICT = Object.fromEntries(
  ['SIGN_IN', 'KEY_FAILURES', 'OPENID', 'OPENID_CLIENTS'].flatMap((quota) => [
    [`${quota}_PER_MINUTE`, '1'],
    [`${quota}_PER_HOUR`, '1'],
  ]),
);

const { jest } = import.meta;
let routes: readonly Route[];
let api: TestApi;
beforeAll(async () => {
  jest.spyOn(requestActivity, 'isAnotherActive').mockReturnValue(false);
  ({ started: api, routes } = await withRoutes(() => startApi(STRICT)));
});
afterAll(() => api.close());

const nameOf = ({ method, url }: Route): string => `${method} ${url}`;
const isAnonymous = ({ config }: Route): boolean => config.tokenKinds === undefined;

let networks = 0;
const newNetwork = (): string => `198.51.${100 + (++networks >> 8)}.${networks & 255}`;

/** Routes without credentials that say neither what limits them nor why nothing has to. */
const undeclared = (of: readonly Route[]): string[] =>
  of
    .filter((route) => isAnonymous(route) && !OF_PACKAGES.test(nameOf(route)))
    .filter(({ config }) => (config.limit ?? config.unlimited ?? '') === '')
    .map(nameOf);

test('every route without credentials declares its limit, or why it needs none', () => {
  expect(routes.length).toBeGreaterThan(200);
  expect(undeclared(routes)).toEqual([]);
});

test('a route that declares nothing is found, whoever has registered it', () => {
  const planted = { method: 'GET', url: '/oauth2/planted', config: {}, bodyLimit: undefined };
  expect(undeclared([...routes, planted])).toEqual(['GET /oauth2/planted']);
});

/** Routes that say which tokens they accept, and answer without one. */
async function unprotected(of: readonly Route[], statusOf: (route: Route) => Promise<number>): Promise<string[]> {
  const found: string[] = [];
  for (const route of of) {
    if (!isAnonymous(route) && (await statusOf(route)) !== 401) found.push(nameOf(route));
  }
  return found;
}

test('every route that declares kinds of tokens refuses a request without one, whoever has registered it', async () => {
  const statusOf = async (route: Route): Promise<number> => {
    const body = route.config.binary === undefined ? { payload: {} } : {};
    const { method } = route;
    const answer = await api.app.inject({
      method: method as 'POST',
      url: addressOf(route),
      remoteAddress: newNetwork(),
      ...(method === 'GET' || method === 'HEAD' ? {} : body),
    });
    return answer.statusCode;
  };
  expect(await unprotected(routes, statusOf)).toEqual([]);
  const planted = { method: 'POST', url: '/planted', config: { tokenKinds: ['mt'] as const }, bodyLimit: undefined };
  expect(await unprotected([planted], async () => 200)).toEqual(['POST /planted']);
});

test('an operation of the API without credentials is not read beyond a public body', () => {
  const ofApi = routes.filter((route) => isAnonymous(route) && /^POST \/(?:v1|compat)\/(?!oauth2\/)/.test(nameOf(route)));
  const others = ofApi.filter(({ config }) => !config.hasPublicBody && config.binary === undefined);
  expect(ofApi.length).toBeGreaterThan(15);
  expect(others.map(nameOf)).toEqual([]);
});

const ORGANIZATION = randomUUID();

/** Unknown keys are counted in requests that are valid, each once. Fields that an operation does not have are not sent to it. */
const validFor = (url: string): object => ({
  organization_id: ORGANIZATION,
  ...(/activate$|trial$/.test(url) ? { label: 'laptop' } : {}),
  ...(url.endsWith('/reservations') ? { units: 1 } : {}),
  ...(/\/(validate|heartbeat|lease|deactivate)$/.test(url) ? { activation_id: randomUUID() } : {}),
});

/** The same of the endpoints of other vendors, which read parameters of the URL as well. */
const ofVendor = (url: string, key: string): string =>
  url.startsWith('/compat/')
    ? `?${new URLSearchParams({ license_key: key, license: key, instance_name: 'laptop', instance_id: 'x', edd_action: 'check_license' }).toString()}`
    : '';

const OF_RELEASES = 'unknown keys of releases';

/** A valid address of an engine of releases, where a license key is presented. */
const engineAddress = (url: string, token: string): string =>
  url
    .replace(/:(?:product|id)/g, () => randomUUID())
    .replace(':token', token)
    .replace(':platform/appcast', 'macos/appcast')
    .replace(':platform/:version/RELEASES', 'win32/1.0.0/RELEASES')
    .replace(':platform', 'darwin')
    .replace(':slug', 'acme-forms')
    .replace(':suite', 'stable')
    .replace(':reference', `sha256:${'0'.repeat(64)}`)
    .replace(':file', 'latest.yml')
    .replace(':target/:arch/:version', 'linux/x86_64/1.0.0')
    .replace(/:(?:version|name)/g, '1.0.0')
    .replace(/latest$/, `latest?product=${randomUUID()}`);

test('every declared limit is one: the network that exceeds it gets 429', async () => {
  const limited = routes.filter((route) => isAnonymous(route) && route.config.limit !== undefined);
  const kept: string[] = [];
  for (const route of limited) {
    const from = newNetwork();
    const statuses: number[] = [];
    for (let time = 0; time < 3; time++) {
      const { statusCode } = await api.app.inject({
        method: route.method as 'POST',
        url:
          route.config.limit === OF_RELEASES
            ? engineAddress(route.url, `UNKNOWN-${time}`)
            : `${addressOf(route)}${ofVendor(route.url, `UNKNOWN-${time}`)}`,
        remoteAddress: from,
        ...(route.config.limit === OF_RELEASES ? { headers: { authorization: `Bearer UNKNOWN-${time}` } } : {}),
        ...(route.config.limit === 'unknown keys' ? { payload: { ...validFor(route.url), key: `UNKNOWN-${time}` } } : {}),
      });
      statuses.push(statusCode);
    }
    if (statuses.at(-1) !== 429) kept.push(`${nameOf(route)}: ${statuses.join(', ')}`);
  }
  expect(kept).toEqual([]);
  expect(limited.length).toBeGreaterThan(40);
});

describe('a caller without a valid token', () => {
  const KIB = 1024;
  const SENT = 2048 * KIB;
  /** What the socket has read beyond what the service has taken from it. */
  const BUFFERED = 192 * KIB;
  const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
  let unlimited: TestApi;
  let port: number;
  const read: { name: string; bytes: number }[] = [];
  beforeAll(async () => {
    unlimited = await startApi({ ...NO_SIGN_IN_LIMITS, ...NO_KEY_LIMITS });
    await unlimited.app.listen(0, '127.0.0.1');
    const server = unlimited.app.getHttpServer();
    port = (server.address() as AddressInfo).port;
    server.on('request', ({ socket, headers }: IncomingMessage, response: ServerResponse) => {
      const name = headers['x-request-id'] as string;
      response.once('finish', () => read.push({ name, bytes: socket.bytesRead }));
    });
  });

  afterAll(() => unlimited.close());

  const chunk = 'x'.repeat(16 * KIB);
  const framings: readonly (readonly [string, string, string])[] = [
    ['announced', `Content-Length: ${SENT}`, chunk],
    ['in chunks', 'Transfer-Encoding: chunked', `${chunk.length.toString(16)}\r\n${chunk}\r\n`],
  ];

  /** Sends as much as the service takes, until it answers and closes the connection. */
  async function send(route: Route, id: string, framing: string, part: string): Promise<void> {
    const token = route.config.tokenKinds && `Authorization: Bearer ${newToken(route.config.tokenKinds[0]!)}\r\n`;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const head = `Host: localhost\r\nX-Request-Id: ${id}\r\nContent-Type: application/json\r\n${token ?? ''}${framing}\r\n\r\n`;
    socket.write(`${route.method} ${addressOf(route)} HTTP/1.1\r\n${head}`);
    let sent = 0;
    const more = (): void => {
      while (sent < SENT && !socket.destroyed) {
        sent += chunk.length;
        if (!socket.write(part)) return;
      }
    };
    socket.on('drain', more);
    more();
    socket.resume();
    await once(socket, 'close');
  }

  test.each(framings)(
    'makes the service read at most 256 KiB of a request before it responds (%s)',
    async (_how, framing, part) => {
      const taking = routes.filter(({ method }) => METHODS.has(method));
      const names = new Map<string, Route>(taking.map((route) => [randomUUID(), route]));
      for (const [id, route] of names) await send(route, id, framing, part);
      const tooMany = read
        .filter(({ name, bytes }) => names.has(name) && bytes > 256 * KIB + BUFFERED)
        .map(({ name, bytes }) => `${nameOf(names.get(name)!)}: ${Math.round(bytes / KIB)} KiB`);
      expect(tooMany).toEqual([]);
      expect(read.filter(({ name }) => names.has(name))).toHaveLength(taking.length);
    },
  );
});
