import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Redis } from 'ioredis';
import { eventually } from '../../../../test/support/eventually.ts';
import { redisUrl } from '../../../../test/support/redis-url.ts';
import { connectRedis } from './redis.ts';

const COMMAND = /\*\d+\r\n(?:\$\d+\r\n[^\r]*\r\n)+/g;
const ADDRESS = [redisUrl.hostname, redisUrl.port || '6379'];

const array = (...texts: readonly string[]): string =>
  `*${texts.length}\r\n${texts.map((text) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`).join('')}`;

/** A Sentinel that answers where the primary is when it is told to, and until then has subscribers to changes of the primary. */
class Sentinel {
  private readonly asking: Socket[] = [];
  private readonly subscribed: Socket[] = [];
  private readonly sockets = new Set<Socket>();
  private isHolding = false;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket.on('error', () => undefined));
      socket.on('data', (bytes) => {
        for (const [command] of bytes.toString().matchAll(COMMAND)) this.receive(command.toLowerCase(), socket);
      });
    });
  }

  static async start(): Promise<Sentinel> {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return new Sentinel(server);
  }

  get node() {
    return { host: '127.0.0.1', port: (this.server.address() as AddressInfo).port };
  }

  /** How many ask and have no answer. */
  get waiting(): number {
    return this.asking.length;
  }

  hold(): void {
    this.isHolding = true;
  }

  /** Tells who listens that another server became the primary, and then where it is to all who asked. */
  switchPrimary(): void {
    for (const socket of this.subscribed) socket.write(array('message', '+switch-master', 'queue'));
    this.isHolding = false;
    setImmediate(() => this.asking.splice(0).forEach((socket) => socket.write(array(...ADDRESS))));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private receive(command: string, socket: Socket): void {
    if (command.includes('get-master-addr-by-name')) {
      this.asking.push(socket);
      if (!this.isHolding) this.asking.splice(0).forEach((each) => each.write(array(...ADDRESS)));
    } else if (command.includes('subscribe')) {
      this.subscribed.push(socket);
      socket.write(`*3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n`);
    } else if (command.includes('sentinels')) {
      socket.write('*0\r\n');
    } else {
      socket.write(command.includes('hello') ? '-NOPROTO unsupported protocol version\r\n' : '+OK\r\n');
    }
  }
}

test('a client that asks a Sentinel while the primary changes reaches the new one, and so do its duplicates', async () => {
  const sentinel = await Sentinel.start();
  const servers = { sentinels: [sentinel.node], primary: 'queue', isEncrypted: false };
  const client = await connectRedis(servers, { maxRetriesPerRequest: null });
  const duplicate = (client as Redis).duplicate().on('error', () => undefined);
  const clients = [client, duplicate];
  for (let round = 0; round < 10; round++) {
    await Promise.all(clients.map((each) => each.ping()));
    sentinel.hold();
    for (const each of clients)
      void each.call('CLIENT', 'KILL', 'ID', String(await each.call('CLIENT', 'ID')), 'SKIPME', 'no').catch(() => undefined);
    await eventually(() => sentinel.waiting === clients.length);
    sentinel.switchPrimary();
    expect(await Promise.all(clients.map((each) => each.ping()))).toEqual(['PONG', 'PONG']);
  }
  for (const each of clients) each.disconnect();
  await sentinel.close();
});
