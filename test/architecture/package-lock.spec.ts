import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  /** Bundled with the package that depends on it, whose digest covers it. */
  readonly inBundle?: boolean;
}

/** The packages that npm would install without comparing them with a digest. */
const withoutDigest = (packages: Readonly<Record<string, Locked>>): string[] =>
  Object.entries(packages)
    .filter(([path, { link, inBundle }]) => path !== '' && !link && !inBundle)
    .filter(([, { version, integrity }]) => !version || !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
    .map(([path]) => path);

test('the lock file has the SHA-512 digest of every package, for all platforms', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  expect(Object.keys(packages).length).toBeGreaterThan(500);
  expect(withoutDigest(packages)).toEqual([]);
});

test('a package without a digest is found', () => {
  const integrity = `sha512-${'A'.repeat(86)}==`;
  const packages = {
    '': {},
    'node_modules/complete': { version: '1.0.0', integrity },
    'node_modules/missing': { version: '1.0.0' },
    'node_modules/weak': { version: '1.0.0', integrity: `sha1-${'A'.repeat(27)}=` },
    'node_modules/bundled': { version: '1.0.0', inBundle: true },
  };
  expect(withoutDigest(packages)).toEqual(['node_modules/missing', 'node_modules/weak']);
});
