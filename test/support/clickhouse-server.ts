import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** What the server does with a request: it inserts and answers, refuses, or is gone or silent after it has inserted. */
type Behaviour = 'insert' | 'refuse' | 'hang up' | 'say nothing';

const INSERT = /^INSERT INTO (\w+) FORMAT JSONEachRow$/;

/** Inserts over HTTP as ClickHouse does. Rows with the same sorting key replace each other, as in `select … final`. */
export class ClickHouseServer implements AsyncDisposable {
  behaviour: Behaviour = 'insert';
  /** The number of inserts that were carried out, answered or not. */
  inserts = 0;
  private readonly rowsByKey = new Map<string, Row>();
  private readonly server = createServer((request, response) => {
    this.respond(request, response).catch((error: Error) => this.fail(response, error.message));
  });

  private constructor() {}

  static async start(): Promise<ClickHouseServer> {
    const server = new ClickHouseServer();
    server.server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  }

  get url(): string {
    return `http://latchkey:secret@127.0.0.1:${(this.server.address() as AddressInfo).port}/usage`;
  }

  get rows(): readonly Row[] {
    return [...this.rowsByKey.values()];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isGzip = request.headers['content-encoding'] === 'gzip';
    const body = await text(isGzip ? request.pipe(createGunzip()) : request);
    if (this.behaviour === 'refuse')
      return this.fail(response, 'Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)');
    const { searchParams } = new URL(request.url!, 'http://localhost');
    if (searchParams.get('database') !== 'usage' || !INSERT.test(searchParams.get('query')!.trim())) {
      return this.fail(response, `Code: 62. DB::Exception: Syntax error: ${request.url}. (SYNTAX_ERROR)`);
    }
    const lines = body.split('\n').filter(Boolean);
    for (const row of lines.map((line) => JSON.parse(line) as Row)) {
      this.rowsByKey.set([row['organization_id'], row['timestamp'], row.id].join(), row);
    }
    this.inserts += 1;
    if (this.behaviour === 'hang up') return void request.socket.destroy();
    if (this.behaviour === 'insert') response.writeHead(200, { 'x-clickhouse-query-id': '1' }).end();
  }

  private fail(response: ServerResponse, message: string): void {
    response.writeHead(500, { 'x-clickhouse-exception-code': '1' }).end(message);
  }
}
