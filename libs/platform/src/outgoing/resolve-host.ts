import { type LookupAddress, promises } from 'node:dns';

interface Options {
  /** How long a nameserver may take; it is asked twice. */
  readonly answerMs?: number;
  /** How long all of it may take. */
  readonly totalMs?: number;
  /** The name servers; those of the system by default. */
  readonly servers?: readonly string[];
}

/**
 * The addresses of a public name, asked from nameservers. `dns.lookup` would wait in one of the few threads of the process, so that a
 * few names with dead nameservers delayed all others. `/etc/hosts` does not count.
 */
export async function resolveHost(
  host: string,
  { answerMs = 2_000, totalMs = 6_000, servers }: Options = {},
): Promise<LookupAddress[]> {
  const resolver = new promises.Resolver({ timeout: answerMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const deadline = setTimeout(() => resolver.cancel(), totalMs);
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
    return addresses;
  } finally {
    clearTimeout(deadline);
  }
}
