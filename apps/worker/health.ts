import type { Pool } from 'pg';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ASSERT_WRITABLE } from '#platform/persistence';

/** Whoever asks does not wait as long as the work of a worker may. */
const CHECK = Object.assign({ text: ASSERT_WRITABLE }, { query_timeout: 5_000 });

const responseOf = (ok: boolean): [number, string] => (ok ? [200, '{"status":"ok"}'] : [503, '{"status":"unavailable"}']);

/** The port that it listens on: with port 0, the system chooses one. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/**
 * Serves `/health/live` and `/health/ready` for monitoring. Ready means that the worker processes events, and that the database
 * answers and is not read-only.
 */
export class Health {
  private pool?: Pool;

  private constructor(readonly server: Server) {}

  static async serve(port: number, host: string): Promise<Health> {
    const server = createServer();
    const health = new Health(server);
    server.on('request', (request, response) => {
      const reply = ([status, body]: [number, string]) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      if (request.url === '/health/live') reply(responseOf(true));
      else if (request.url === '/health/ready') void health.isReady().then((ok) => reply(responseOf(ok)));
      else reply([404, '{"error":"ResourceNotFound","detail":"Not found"}']);
    });
    await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(port, host, resolve));
    return health;
  }

  /** From now on the worker processes events. */
  readyWith(pool: Pool): void {
    this.pool = pool;
  }

  close(): void {
    this.server.close();
  }

  private async isReady(): Promise<boolean> {
    const { pool } = this;
    if (!pool) return false;
    return pool.query(CHECK).then(
      () => true,
      () => false,
    );
  }
}
