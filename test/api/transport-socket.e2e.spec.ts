import { once } from 'node:events';
import { connect } from 'node:net';
import { newToken } from '#engine/secrets';
import { startApi, type TestApi } from '../support/api.ts';
import { seedOrganization } from '../support/seed.ts';

let api: TestApi;
let port: number;
let head: string;
beforeAll(async () => {
  api = await startApi();
  const { oat } = await seedOrganization(api);
  await api.app.listen(0, '127.0.0.1');
  ({ port } = api.app.getHttpServer().address() as { port: number });
  head = `Host: localhost\r\nAuthorization: Bearer ${oat}\r\nConnection: close\r\n`;
});
afterAll(() => api.close());

interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends these bytes and reads until the server closes the connection, which it may do before it has read all of them. */
async function send(request: string): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(Buffer.from(request, 'latin1'));
  await new Promise((resolve) => socket.once('close', resolve));
  const text = Buffer.concat(chunks).toString();
  const [top = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const [status = '', ...headers] = top.split('\r\n');
  const named = headers.map(
    (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const,
  );
  return { status: Number(status.split(' ')[1]), headers: new Map(named), body };
}

const post = (headers: string, body: string): Promise<RawAnswer> =>
  send(`POST /v1/benefits/ HTTP/1.1\r\n${head}Content-Type: application/json\r\n${headers}\r\n${body}`);

test('the second slash of a base URL that ends with one leads to the same operation, and any other to none', async () => {
  const statusOf = async (target: string) => (await send(`GET ${target} HTTP/1.1\r\n${head}\r\n`)).status;
  for (const target of ['/v1/benefits/', '//v1/benefits/', '///v1/benefits?limit=1', '//.well-known/openid-configuration']) {
    expect([target, await statusOf(target)]).toEqual([target, 200]);
  }
  for (const target of ['//v1//benefits/', '/v1//benefits/', '//example.com/v1/benefits/']) {
    expect([target, await statusOf(target)]).toEqual([target, 404]);
  }
});

test.each([
  ['no HTTP at all', () => 'NONSENSE\r\n\r\n', 400, 'BadRequest'],
  ['TLS', () => '\x16\x03\x01\x02\x00\x01\x00', 400, 'BadRequest'],
  ['an unknown method', () => `FOO /v1/benefits/ HTTP/1.1\r\n${head}\r\n`, 400, 'BadRequest'],
  ['a control character in the address', () => `GET /v1/benefits/?a=\x01 HTTP/1.1\r\n${head}\r\n`, 400, 'BadRequest'],
  ['NUL in a header', () => `GET /v1/benefits/ HTTP/1.1\r\n${head}X: a\0b\r\n\r\n`, 400, 'BadRequest'],
  ['a space in a header name', () => `GET /v1/benefits/ HTTP/1.1\r\n${head}X Y: z\r\n\r\n`, 400, 'BadRequest'],
  [
    'headers beyond 16 KiB',
    () => `GET /v1/benefits/ HTTP/1.1\r\n${head}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'RequestHeadersTooLarge',
  ],
  ['an address beyond 16 KiB', () => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`, 431, 'RequestHeadersTooLarge'],
])('%s gets a response in the documented format', async (_what, request, status, error) => {
  const answer = await send(request());
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({ error, detail: expect.any(String) });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

describe('a body', () => {
  test.each([
    ['Content-Length: abc\r\n', '{}'],
    ['Content-Length: -1\r\n', '{}'],
    ['Content-Length: 2\r\nContent-Length: 3\r\n', '{}'],
    ['Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '{}'],
    ['Transfer-Encoding: chunked\r\n', 'zz\r\n'],
  ])('with the contradictory length %j gets 400', async (headers, body) => {
    const answer = await post(headers, body);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([400, { error: 'BadRequest', detail: 'Bad request' }]);
  });

  test('announced as too large gets 413 before it arrives', async () => {
    const answer = await post('Content-Length: 5000000\r\n', '{}');
    expect([answer.status, JSON.parse(answer.body)]).toEqual([413, { error: 'RequestBodyTooLarge', detail: expect.any(String) }]);
  });

  test('of many MiB without credentials gets 401 before it arrives', async () => {
    const outsider = 'Host: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n';
    const answer = await send(`POST /v1/events/ingest HTTP/1.1\r\n${outsider}Content-Length: 9000000\r\n\r\n{}`);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      401,
      { error: 'Unauthorized', detail: expect.stringMatching(/^The request has no access token/) },
    ]);
  });

  test.each([
    ['Content-Length', (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`],
    ['chunks', (body: string) => `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
  ])('of many MiB (%s) with a made-up token gets the whole 401, and is not parsed', async (_how, framed) => {
    const outsider = `Host: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer ${newToken('oat')}\r\n`;
    const answer = await send(`POST /v1/events/ingest HTTP/1.1\r\n${outsider}${framed('{'.repeat(9_000_000))}`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'close']);
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'Unauthorized' });
  });

  test('in chunks is read; zero chunks count as no body', async () => {
    const read = await post('Transfer-Encoding: chunked\r\n', '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n');
    expect([read.status, JSON.parse(read.body).detail[0].type]).toEqual([422, 'union_tag_not_found']);
    const none = await post('Transfer-Encoding: chunked\r\n', '0\r\n\r\n');
    expect([none.status, JSON.parse(none.body).detail[0].type]).toEqual([422, 'missing']);
  });

  test('that is incomplete does not affect other requests', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST /v1/benefits/ HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
    await once(socket, 'connect');
    socket.destroy();
    expect((await send(`GET /health/live HTTP/1.1\r\n${head}\r\n`)).status).toBe(200);
  });
});

test.each([
  ['PROPFIND /v1/benefits/', 405],
  ['TRACE /v1/benefits/', 405],
  ['PROPFIND /nothing', 404],
  ['GET *', 404],
  ['OPTIONS *', 204],
  ['GET http://other.example/v1/benefits/', 200],
  ['GET /v1/benefits/?a=b#fragment', 200],
])('%s: %i', async (line, status) => {
  const answer = await send(`${line} HTTP/1.1\r\n${head}\r\n`);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('polar-version')).toBe('2026-04');
});

test('HEAD sends no body', async () => {
  for (const [url, status] of [
    ['/v1/benefits/', 200],
    ['/nothing', 404],
    ['/v1/benefits/x', 422],
  ]) {
    const answer = await send(`HEAD ${url} HTTP/1.1\r\n${head}\r\n`);
    expect([answer.status, answer.body]).toEqual([status, '']);
  }
});

test('ignores several request ids', async () => {
  const answer = await send(`GET /health/live HTTP/1.1\r\n${head}X-Request-Id: a\r\nX-Request-Id: b\r\n\r\n`);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});
