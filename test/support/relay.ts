import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of a database or Redis, to interrupt and restore the connection. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private server?: Server;
  private port = 0;

  constructor(private readonly target: URL) {}

  /** The target's URL, through the proxy. */
  get url(): string {
    return Object.assign(new URL(this.target), { hostname: '127.0.0.1', port: String(this.port) }).href;
  }

  /** Starts listening; after `cut`, on the same port again. */
  async open(): Promise<void> {
    const server = createServer((near) => this.join(near, connect(Number(this.target.port), this.target.hostname)));
    await new Promise<void>((ready) => server.listen(this.port, '127.0.0.1', ready));
    this.server = server;
    this.port = (server.address() as { port: number }).port;
  }

  /** Closes all connections and accepts no new ones. */
  async cut(): Promise<void> {
    const closed = new Promise((done) => this.server?.close(done));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(near: Socket, far: Socket): void {
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}
