import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '#platform/config';
import { CliError } from './cli-error.ts';

type Place = Pick<Config, 'host' | 'port'>;

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not a known host',
};

/** The sentence for a port that cannot be had; other errors as they are. */
export function cannotListen(error: Error, { host, port }: Place): Error {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason
    ? new CliError(`Port ${port} on ${host} ${reason}. Set PORT and HOST to others (PORT=0 takes a free port).`)
    : error;
}

/** Fails with the sentence when the port cannot be had, before anything costly is begun for nothing. */
export async function assertPortAvailable(place: Place): Promise<void> {
  await listenFor(place);
}

/** A port that was free a moment ago. */
export const freePort = (host: string): Promise<number> => listenFor({ host, port: 0 });

/** Listens for a moment; answers the port. */
function listenFor({ host, port }: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', (error) => reject(cannotListen(error, { host, port })))
      .listen(port, host, () => {
        const address = server.address() as AddressInfo;
        server.close(() => resolve(address.port));
      });
  });
}

const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Where someone on this machine finds what listens there. */
export const localAddress = ({ host, port }: Place): string =>
  `http://${EVERYWHERE[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
