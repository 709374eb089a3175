import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Config } from '#platform/config';
import { ONLY_TIMEOUTS } from '../../../../../test/support/fake-timers.ts';
import { secondsToWait, UndiciSender, WebhookHosts } from './undici-sender.ts';

const { jest } = import.meta;

const TIMEOUT_MS = 15_000;
const NO_COMPLETE_RESPONSE = { httpCode: null, response: 'No complete response within 15 seconds.', retryAfter: null };

let server: Server;
let sender: UndiciSender;
let connections: Socket[];
type Reaction = (socket: Socket) => unknown;
/** What the server does once it has a request. */
let react: Reaction;

beforeAll(async () => {
  server = createServer((socket) => {
    connections.push(socket);
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (!text.endsWith('{}')) return;
      text = '';
      react(socket);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
beforeEach(() => {
  connections = [];
  sender = new UndiciSender(new WebhookHosts(Config.from({ WEBHOOK_ALLOW: '127.0.0.1' })));
  jest.useFakeTimers(ONLY_TIMEOUTS);
});
afterEach(async () => {
  jest.useRealTimers();
  await sender.onModuleDestroy();
  for (const socket of connections) socket.destroy();
});
afterAll(() => new Promise((closed) => server.close(closed)));

const send = (reaction: Reaction, url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`) => {
  react = reaction;
  return sender.send({ url, headers: { 'content-type': 'application/json' }, body: '{}' });
};

/** Writes as fast as the socket takes it, until the socket is closed. */
function pour(socket: Socket, chunk: string): void {
  while (!socket.destroyed && socket.write(chunk));
  if (!socket.destroyed) socket.once('drain', () => pour(socket, chunk));
}

/** Writes the text again and again, byte by byte, until the socket is closed. Resolves once it has written some. */
function drip(socket: Socket, text: string): Promise<void> {
  const some = Promise.withResolvers<void>();
  let position = 0;
  const timer = setInterval(() => {
    socket.write(text[position++ % text.length]!);
    if (position === 20) some.resolve();
  }, 1);
  socket.on('close', () => clearInterval(timer));
  return some.promise;
}

const closed = (socket: Socket): Promise<unknown> =>
  new Promise((done) => (socket.closed ? done(null) : socket.once('close', done)));

test('requests to one origin do not wait for each other', async () => {
  let waiting = 0;
  const all = Promise.withResolvers<void>();
  const together = Array.from({ length: 30 }, () =>
    send((socket) => {
      if ((waiting += 1) === 30) all.resolve();
      void all.promise.then(() => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
    }),
  );
  const codes = (await Promise.all(together)).map(({ httpCode }) => httpCode);
  expect(new Set(codes)).toEqual(new Set([204]));
});

test('the status and the body of a response are the outcome', async () => {
  const outcome = await send((socket) => socket.write('HTTP/1.1 201 Created\r\ncontent-length: 4\r\n\r\nok\0!'));
  expect(outcome).toEqual({ httpCode: 201, response: 'ok!', retryAfter: null });
});

test('connections are reused', async () => {
  const answer = (socket: Socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n');
  for (let i = 0; i < 5; i++) expect(await send(answer)).toEqual({ httpCode: 204, response: null, retryAfter: null });
  // The second request may be sent before the first connection is free.
  expect(connections.length).toBeLessThanOrEqual(2);
});

test('a redirect is not followed', async () => {
  const outcome = await send((socket) =>
    socket.write('HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n'),
  );
  expect(outcome).toMatchObject({ httpCode: 302 });
  expect(connections).toHaveLength(1);
});

test('of a long body, the start is kept and the rest is not read', async () => {
  for (const length of ['content-length: 1073741824', 'connection: close']) {
    const outcome = await send((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${length}\r\n\r\n`);
      pour(socket, 'é'.repeat(4096));
    });
    expect(outcome).toEqual({ httpCode: 200, response: 'é'.repeat(2048), retryAfter: null });
    await closed(connections.at(-1)!);
  }
});

test.each<[string, Reaction]>([
  ['never answers', () => undefined],
  ['sends its status byte by byte', (socket) => drip(socket, `HTTP/1.1 200 ${'O'.repeat(1000)}`)],
  ['never ends its headers', (socket) => (socket.write('HTTP/1.1 200 OK\r\n'), drip(socket, 'x: y\r\n'))],
  [
    'sends its body byte by byte',
    (socket) => (socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n'), drip(socket, 'x')),
  ],
  ['never ends its body', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')],
])('a receiver that %s fails after 15 seconds', async (_what, reaction) => {
  const reacted = Promise.withResolvers<void>();
  let isOver = false;
  const outcome = send(async (socket) => (await reaction(socket), reacted.resolve())).finally(() => (isOver = true));
  await reacted.promise;
  jest.advanceTimersByTime(TIMEOUT_MS - 1);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  jest.advanceTimersByTime(1);
  expect(await outcome).toEqual(NO_COMPLETE_RESPONSE);
  await closed(connections[0]!);
});

test.each<[string, Reaction]>([
  ['answers with garbage', (socket) => socket.write('\0\u0001garbage\r\n\r\n')],
  ['sends a garbage header', (socket) => socket.write('HTTP/1.1 200 OK\r\nin valid\0: x\r\n\r\n')],
  ['sends endless headers', (socket) => (socket.write('HTTP/1.1 200 OK\r\n'), pour(socket, `x: ${'y'.repeat(1000)}\r\n`))],
  ['sends two lengths', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx')],
  ['closes without a response', (socket) => socket.destroy()],
  ['closes within its body', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')],
])('a receiver that %s fails', async (_what, reaction) => {
  expect(await send(reaction)).toEqual({ httpCode: null, response: expect.stringMatching(/^\w/), retryAfter: null });
});

test.each([
  ['https://10.0.0.1/', 'The host has an address that is not on the public internet.'],
  ['https://[::ffff:127.0.0.1]/', 'The host has an address that is not on the public internet.'],
  ['https://localhost/', 'The host has an address that is not on the public internet.'],
  ['http://127.0.0.1:1/', 'ECONNREFUSED'],
])('nothing is sent to %s', async (url, response) => {
  expect(await send(() => undefined, url)).toEqual({ httpCode: null, response, retryAfter: null });
  expect(connections).toEqual([]);
});

test('Retry-After is read as seconds and as a date', async () => {
  const now = new Date('2026-11-22T12:00:00Z');
  expect(secondsToWait('120', now)).toBe(120);
  expect(secondsToWait('Sun, 22 Nov 2026 12:01:00 GMT', now)).toBe(60);
  expect(secondsToWait('Sun, 22 Nov 2026 11:00:00 GMT', now)).toBe(0);
  for (const invalid of [undefined, '', '-1', 'soon', '1e3', '9'.repeat(400)]) expect(secondsToWait(invalid, now)).toBeNull();
  const outcome = await send((socket) =>
    socket.write('HTTP/1.1 429 Too Many Requests\r\nretry-after: 30\r\ncontent-length: 0\r\n\r\n'),
  );
  expect(outcome).toEqual({ httpCode: 429, response: null, retryAfter: 30 });
});
