import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const MANIFEST = findPackageJSON(import.meta.url)!;

export const version = (): string => (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly version: string }).version;

export const asksForProvenance = (args: readonly string[]): boolean =>
  args.length === 2 && args.includes('--version') && args.includes('--json');

/** What the release was built from, as `npm run release` noted it. Of another build only the version is known. */
export function provenance(): object {
  const file = join(dirname(MANIFEST), 'release.json');
  if (!existsSync(file)) return { version: version(), commit: null, sbom_sha256: null };
  return JSON.parse(readFileSync(file, 'utf8')) as object;
}
