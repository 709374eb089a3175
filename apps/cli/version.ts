import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** That of the package. */
export const version = (): string =>
  (JSON.parse(readFileSync(findPackageJSON(import.meta.url)!, 'utf8')) as { readonly version: string }).version;
