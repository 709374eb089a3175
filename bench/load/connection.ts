import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const STATUS_AT = 9;
const RECEIVE_BUFFER = 64 * 1024;

/**
 * One keep-alive connection with one request in flight. Of a response it reads only the status and the length, so that the load
 * generator takes as little CPU time as possible from the measured processes.
 */
export class Connection {
  /** Called with the status when the response is complete. */
  answered: (status: number) => void = () => undefined;
  private pending = Buffer.alloc(0);
  private status = 0;
  private missing = 0;

  private constructor(private readonly socket: Socket) {}

  static open(
    { host = '127.0.0.1', port }: { readonly host?: string; readonly port: number },
    failed: (error: Error) => void,
  ): Promise<Connection> {
    return new Promise((opened) => {
      const socket = connect({
        port,
        host,
        noDelay: true,
        onread: {
          buffer: Buffer.allocUnsafe(RECEIVE_BUFFER),
          callback: (size, buffer) => {
            connection.receive((buffer as Buffer).subarray(0, size));
            return true;
          },
        },
      });
      const connection = new Connection(socket);
      socket.on('error', failed);
      socket.on('end', () => failed(new Error('The server closed a connection')));
      socket.on('connect', () => opened(connection));
    });
  }

  send(request: string): void {
    this.socket.write(request, 'latin1');
  }

  close(): void {
    this.socket.removeAllListeners('end').destroy();
  }

  private receive(chunk: Buffer): void {
    if (this.missing > 0) return this.take(chunk.length);
    const data = this.pending.length > 0 ? Buffer.concat([this.pending, chunk]) : chunk;
    const end = data.indexOf(HEAD_END);
    if (end < 0) {
      this.pending = Buffer.from(data);
      return;
    }
    if (this.pending.length > 0) this.pending = Buffer.alloc(0);
    const head = data.toString('latin1', 0, end);
    this.status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
    this.missing = Number(LENGTH.exec(head)?.[1]);
    this.take(data.length - end - HEAD_END.length);
  }

  private take(bytes: number): void {
    this.missing -= bytes;
    if (this.missing === 0) this.answered(this.status);
    else if (!(this.missing > 0)) throw new Error('The response has no Content-Length, or is longer than announced');
  }
}
