import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Whom an address stands for: itself, or of IPv6 the network of 64 bits that one connection has all to itself. */
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
