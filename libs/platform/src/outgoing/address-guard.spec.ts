import { Config } from '#platform/config';
import { AddressGuard, isPublicAddress, guardedLookup } from './address-guard.ts';

/** The host of a URL, as the URL standard normalizes it. */
const hostOf = (url: string): string => new URL(url).hostname;

const guard = new AddressGuard(Config.from({ WEBHOOK_ALLOW: 'Hooks.internal, 10.0.0.5:8080, [::1]' }).webhookAllow);

describe('public addresses', () => {
  test.each(['8.8.8.8', '93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:800::200e'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'this network'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'shared by a carrier'],
    ['100.100.100.200', 'metadata of Alibaba'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['168.63.129.16', 'host of Azure'],
    ['169.254.169.254', 'metadata'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.1', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', 'relays of 6to4'],
    ['192.168.0.1', 'private'],
    ['198.18.0.1', 'benchmarks'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'compatible with IPv4'],
    ['::ffff:127.0.0.1', 'mapped'],
    ['::ffff:8.8.8.8', 'mapped'],
    ['::ffff:7f00:1', 'mapped'],
    ['::ffff:0:8.8.8.8', 'translated'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::8.8.8.8', 'NAT64'],
    ['64:ff9b:1::a00:1', 'local NAT64'],
    ['100::1', 'discarded'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['2002:808:808::1', '6to4'],
    ['3fff::1', 'documentation'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata of AWS'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['localhost', 'no address'],
    ['', 'empty'],
  ])('%s is not: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('hosts of URLs', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://127.0.0.1../',
    'https://0x7f.0.0.1../',
    'https://localhost../',
    'https://a..b/',
    'https://①②⑦.⓪.⓪.①/',
    'https://[::1]/',
    'https://[0:0:0:0:0:ffff:7f00:0001]/',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://api.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://db/',
  ])('%s is not public', (url) => {
    expect(guard.isPublic(hostOf(url))).toBe(false);
  });

  test.each([
    'https://example.com/',
    'https://example.com./',
    'https://bücher.example/',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/',
  ])('%s may be public', (url) => {
    expect(guard.isPublic(hostOf(url))).toBe(true);
  });

  test.each([
    ['hooks.internal', '', true],
    ['HOOKS.internal.', '9999', true],
    ['x.hooks.internal', '', false],
    ['10.0.0.5', '8080', true],
    ['10.0.0.5', '', false],
    ['10.0.0.5', '80', false],
    ['[::1]', '3000', true],
    ['localhost', '', false],
  ])('%s with port "%s": allowed is %s', (host, port, isAllowed) => {
    expect(guard.isAllowed(host, port)).toBe(isAllowed);
  });
});

describe('the lookup of a connection', () => {
  /** A resolver that answers with these addresses, one list for each question. */
  const resolver = (...answers: readonly (readonly string[])[]) => {
    const left = [...answers];
    return async () => left.shift()!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  const look = (resolve: Parameters<typeof guardedLookup>[0]) =>
    new Promise((done) =>
      guardedLookup(resolve)('example.com', {}, (error, addresses) => done(error ? error.message : addresses)),
    );

  test('returns the addresses that it checked', async () => {
    expect(await look(resolver(['8.8.8.8', '2606:4700::1']))).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
  });

  test.each([[['10.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::ffff:10.0.0.1']], [[]]])('refuses %j', async (addresses) => {
    expect(await look(resolver(addresses))).toBe('The host has an address that is not on the public internet.');
  });

  test('asks once, so an answer that changes afterwards is not seen', async () => {
    const changing = resolver(['8.8.8.8'], ['127.0.0.1']);
    expect(await look(changing)).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await look(changing)).toContain('not on the public internet');
  });

  test('passes on that a name does not exist', async () => {
    const unknown = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await look(unknown)).toBe('ENOTFOUND');
  });
});
