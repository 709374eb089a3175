import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './collection.ts';

export interface MetricsServer extends AsyncDisposable {
  readonly port: number;
}

interface Settings {
  readonly port: number;
  readonly host: string;
  /** The metrics of every process that this one speaks for. */
  readonly read: () => Promise<readonly Metrics[]>;
}

/** Serves `/metrics` for Prometheus, on a port of its own: metrics tell about all organizations. */
export async function serveMetrics({ port, host, read }: Settings): Promise<MetricsServer> {
  const { AggregatorRegistry } = await import('prom-client');
  const respond = async (response: ServerResponse): Promise<void> => {
    const registry = AggregatorRegistry.aggregate([...(await read())]);
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end('Not found\n');
    respond(response).catch(() => response.writeHead(500).end('The metrics could not be read.\n'));
  });
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
