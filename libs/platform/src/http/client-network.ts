import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The network of a client: an IPv4 address, or the /64 network of an IPv6 address, which one client has to itself. */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  const [plain] = address.split('%') as [string];
  if (!isIPv6(plain)) return address;
  const [head, tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::') as [string, string | undefined];
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
