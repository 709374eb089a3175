import type { Pool } from 'pg';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const answer = (ok: boolean): [number, string] => (ok ? [200, '{"status":"ok"}'] : [503, '{"status":"unavailable"}']);

/** The port that it listens on: with port 0, the system chooses one. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Serves `/health/live` and `/health/ready` for monitoring. Ready means that the database answers. */
export function serveHealth(port: number, host: string, pool: Pool): Promise<Server> {
  const server = createServer((request, response) => {
    const ready = async (): Promise<boolean> =>
      pool.query('select 1').then(
        () => true,
        () => false,
      );
    const reply = ([status, body]: [number, string]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    if (request.url === '/health/live') reply(answer(true));
    else if (request.url === '/health/ready') void ready().then((ok) => reply(answer(ok)));
    else reply([404, '{"error":"ResourceNotFound","detail":"Not found"}']);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(server));
  });
}
