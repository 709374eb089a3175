import { createServer } from 'node:net';
import type { Config } from '#platform/config';
import { CliError } from './cli-error.ts';

type ListenAddress = Pick<Config, 'host' | 'port'>;

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'requires privileges that this user does not have',
  EADDRNOTAVAIL: 'is not available: this machine does not have that address',
  ENOTFOUND: 'is not available: the host name cannot be resolved',
};

/** The settings of an address. */
type ListenSettings = readonly [
  port: 'PORT' | 'WORKER_PORT' | 'METRICS_PORT' | 'WORKER_METRICS_PORT',
  host: 'HOST' | 'METRICS_HOST',
];

/** A `CliError` if the port cannot be used; other errors unchanged. */
export function cannotListen(
  error: Error,
  { host, port }: ListenAddress,
  [portSetting, hostSetting]: ListenSettings = ['PORT', 'HOST'],
): Error {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  const sentence = `Port ${port} on ${host} ${reason}. Set ${portSetting} or ${hostSetting} to another one (${portSetting}=0 picks a free port).`;
  return reason ? new CliError(sentence) : error;
}

/** Throws `CliError` if the port cannot be used, before any expensive startup work. */
export async function assertPortAvailable(address: ListenAddress): Promise<void> {
  const error = await listenBriefly(address);
  if (error) throw cannotListen(error, address);
}

/** Below the ports that systems give to outgoing connections: from 32768 on Linux, from 49152 on macOS and Windows. */
const FREE_PORTS = { first: 15_000, count: 17_000 };

/**
 * A port that is free now, and stays free until this process listens there some seconds later: no outgoing connection takes it, and
 * processes that start at the same time look for one from different ports on.
 */
export async function freePort(host: string, processId = process.pid): Promise<number> {
  for (let tried = 0; tried < FREE_PORTS.count; tried++) {
    const port = FREE_PORTS.first + ((processId + tried) % FREE_PORTS.count);
    const error = await listenBriefly({ host, port });
    if (!error) return port;
    if (error.code !== 'EADDRINUSE') throw cannotListen(error, { host, port });
  }
  throw new CliError(
    `No port from ${FREE_PORTS.first} to ${FREE_PORTS.first + FREE_PORTS.count - 1} on ${host} is free. Set PORT.`,
  );
}

function listenBriefly({ host, port }: ListenAddress): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', resolve)
      .listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

const WILDCARD_HOSTS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** The URL of the server for clients on this machine. */
export const localAddress = ({ host, port }: ListenAddress): string =>
  `http://${WILDCARD_HOSTS[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
