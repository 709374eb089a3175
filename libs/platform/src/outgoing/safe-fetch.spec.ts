import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressGuard } from './address-guard.ts';
import { SafeFetch } from './safe-fetch.ts';

let server: Server;
let origin: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
const requests: string[] = [];
const opened: SafeFetch[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    respond(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests.length = 0;
  respond = (_request, response) => void response.end('{}');
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.destroy()));
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

/** The server of this test is allowed, unless another host is named. */
function fetching({ allowed = new URL(origin).host, timeoutMs = 60_000, maxBytes = 1_000 } = {}): SafeFetch {
  const [host = '', port = ''] = allowed.split(':');
  const made = new SafeFetch(new AddressGuard(host === '' ? [] : [{ host, port }]), { timeoutMs, maxBytes });
  opened.push(made);
  return made;
}

test('a response arrives with its status, headers and body', async () => {
  respond = (_request, response) => void response.writeHead(201, { 'content-type': 'application/json' }).end('{"a":1}');
  const response = await fetching().fetch(`${origin}/x`, { method: 'POST', headers: { accept: '*/*' }, body: 'a=1' });
  expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
    201,
    'application/json',
    { a: 1 },
  ]);
  expect(requests).toEqual(['POST /x']);
});

test('a redirect is a response, and is not followed', async () => {
  respond = (_request, response) => void response.writeHead(302, { location: `${origin}/inside` }).end();
  expect((await fetching().fetch(`${origin}/x`)).status).toBe(302);
  expect(requests).toEqual(['GET /x']);
});

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://169.254.169.254/latest',
  'https://localhost/',
  'file:///etc/hosts',
  'ftp://example.com/',
])('nothing is sent to %s', async (url) => {
  await expect(fetching().fetch(url)).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' });
});

test('nothing is sent to this machine unless the operator allows it', async () => {
  await expect(fetching({ allowed: '' }).fetch(origin)).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' });
  expect(requests).toEqual([]);
});

test('a response that is too large is refused', async () => {
  respond = (_request, response) => void response.end('x'.repeat(1_001));
  await expect(fetching().fetch(origin)).rejects.toThrow('more than 1000 bytes');
});

test('a response that does not end in time is refused', async () => {
  respond = (_request, response) => void response.write('{');
  await expect(fetching({ timeoutMs: 50 }).fetch(origin)).rejects.toThrow('No complete response');
});
