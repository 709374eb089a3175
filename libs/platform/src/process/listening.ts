import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '#platform/config';
import { CliError } from './cli-error.ts';

type ListenAddress = Pick<Config, 'host' | 'port'>;

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'requires privileges that this user does not have',
  EADDRNOTAVAIL: 'is not available: this machine does not have that address',
  ENOTFOUND: 'is not available: the host name cannot be resolved',
};

/** A `CliError` if the port cannot be used; other errors unchanged. */
export function cannotListen(error: Error, { host, port }: ListenAddress): Error {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason
    ? new CliError(`Port ${port} on ${host} ${reason}. Set PORT or HOST to another one (PORT=0 picks a free port).`)
    : error;
}

/** Throws `CliError` if the port cannot be used, before any expensive startup work. */
export async function assertPortAvailable(address: ListenAddress): Promise<void> {
  await probePort(address);
}

/** A port that is free now; another process may still take it. */
export const freePort = (host: string): Promise<number> => probePort({ host, port: 0 });

/** Listens briefly and returns the port. */
function probePort({ host, port }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', (error) => reject(cannotListen(error, { host, port })))
      .listen(port, host, () => {
        const address = server.address() as AddressInfo;
        server.close(() => resolve(address.port));
      });
  });
}

const WILDCARD_HOSTS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** The URL of the server for clients on this machine. */
export const localAddress = ({ host, port }: ListenAddress): string =>
  `http://${WILDCARD_HOSTS[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
