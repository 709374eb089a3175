import { BlockList, isIP } from 'node:net';
import type { Config } from '#platform/config';
import { CliError } from '../../process/index.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Among names, only `localhost` is known to be an address of this machine. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'));

/**
 * Throws if other machines could use the tokens of the demo data, unless that was asked for. `existing` is the file of demo data
 * that an earlier start created; without it, they are about to be created.
 */
export function assertDemoMayBeServed({ host, demo }: Pick<Config, 'host' | 'demo'>, existing?: string): void {
  if (isLoopback(host) || demo === 'public') return;
  const data = existing ? `The demo data of ${existing}` : 'Demo data';
  const remedy = existing ? 'LATCHKEY_DATA and DATABASE_URL to others' : 'LATCHKEY_DEMO=0 to create none';
  throw new CliError(
    `${data} would be reachable from other machines, because HOST is ${host}. Set LATCHKEY_DEMO=1 to allow that, or ${remedy}.`,
  );
}
