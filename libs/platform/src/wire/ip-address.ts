import ipaddr from 'ipaddr.js';

/**
 * The one form of an IP address, in which addresses are compared, counted and shown: an IPv4 address that is written as one of IPv6
 * (`::ffff:c633:6407`) is the IPv4 address, one of IPv6 is as short as it can be and without its zone. Any other text stays as it is.
 */
export function normalAddress(text: string): string {
  const [plain] = text.split('%') as [string];
  if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return ipaddr.IPv4.parse(plain).toString();
  if (!ipaddr.IPv6.isValid(plain)) return text;
  return ipaddr.process(plain).toString();
}

/** The /64 prefix of an IPv6 address, which a subscriber usually gets; undefined for any other text. */
export const prefixOf64 = (text: string): string | undefined =>
  ipaddr.IPv6.isValid(text)
    ? ipaddr.IPv6.parse(text)
        .parts.slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : undefined;
