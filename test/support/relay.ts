import { connect, createServer, type Server, type Socket } from 'node:net';

/** The host and port of a URL, or the path of a socket. */
type Target = URL | string;

/** A TCP proxy in front of a database or Redis, to interrupt, silence and restore the connection. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private server?: Server;
  private port = 0;
  private isSilent = false;

  constructor(private target: Target) {}

  /** The target's URL, through the proxy. */
  get url(): string {
    const { target, port } = this;
    if (typeof target === 'string') return `postgres://postgres@127.0.0.1:${port}/postgres`;
    return Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port) }).href;
  }

  /** New connections lead here. Those that exist stay. */
  retarget(target: Target): void {
    this.target = target;
  }

  /** Starts listening; after `cut`, on the same port again. */
  async open(): Promise<void> {
    const server = createServer((near) => this.join(near, this.connect()));
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

  /**
   * Passes nothing on any more and closes nothing, as a firewall that has forgotten its connections. New connections are accepted
   * and get no answer.
   */
  silence(): void {
    this.isSilent = true;
    for (const socket of this.sockets) this.mute(socket);
  }

  /** New connections work again. Those that were silenced stay silent, until `cut`. */
  restore(): void {
    this.isSilent = false;
  }

  private mute(socket: Socket): void {
    socket.unpipe().pause();
  }

  private connect(): Socket {
    const { target } = this;
    return typeof target === 'string' ? connect(target) : connect(Number(target.port), target.hostname);
  }

  private join(near: Socket, far: Socket): void {
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      if (this.isSilent) this.mute(one);
      else one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}
