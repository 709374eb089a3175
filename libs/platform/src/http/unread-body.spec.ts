import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeAfterBody } from './body-limit.ts';

const MIB = 1024 * 1024;
const REFUSAL = 'Not here.';

let server: FastifyInstance;
let connections: Socket[];
beforeEach(async () => {
  connections = [];
  server = Fastify();
  server.addHook('onRequest', (request, reply) => {
    closeAfterBody(request);
    void reply.code(403).header('connection', 'close').send(REFUSAL);
  });
  server.post('/', async () => undefined);
  server.server.on('connection', (socket) => connections.push(socket));
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => server.close());

/** Sends the head of a request and waits until the service has refused it, which the client does not read yet. */
async function refused(framing: string): Promise<Socket> {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  const answered = new Promise((resolve) =>
    server.server.once('request', (_request, response) => response.once('finish', resolve)),
  );
  await once(socket, 'connect');
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n${framing}\r\n\r\n`);
  await answered;
  return socket;
}

test('a client that sends its whole body before it reads gets the response', async () => {
  const socket = await refused(`Content-Length: ${9 * MIB}`);
  const closed = once(connections[0]!, 'close');
  await new Promise<void>((resolve, reject) =>
    socket.write(Buffer.alloc(9 * MIB, 'a'), (error) => (error ? reject(error) : resolve())),
  );
  expect(await text(socket)).toContain(REFUSAL);
  await closed;
});

test('a body that never ends is not discarded for ever', async () => {
  const socket = await refused('Transfer-Encoding: chunked');
  const ended = new Promise((resolve) => socket.once('error', resolve));
  const chunk = `${MIB.toString(16)}\r\n${'a'.repeat(MIB)}\r\n`;
  const write = (): void => void socket.write(chunk, (error) => error ?? write());
  write();
  expect(await ended).toMatchObject({ code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/) });
});
