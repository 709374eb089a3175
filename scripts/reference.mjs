import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the pages of the API reference into `dist/reference`, if the program, the scripts of the pages or the documents have changed
 * since. They are made once here, so that no process describes the API to show them. With `--source`: from the sources as they are.
 */
const OUT = 'dist/reference';
const STAMP = join(OUT, '.build');
const FROM_SOURCE = process.argv.includes('--source');
const PROGRAM = FROM_SOURCE
  ? ['--conditions=source', '--import', './scripts/typescript-loader.mjs', 'apps/openapi/main.ts']
  : ['dist/apps/openapi/main.js'];
const WATCHED = ['README.md', 'docs/**/*.md', ...(FROM_SOURCE ? ['apps/*/**/*.ts', 'libs/*/src/**/*.ts'] : [])];
const STAMPS = ['dist/web/.build', ...(FROM_SOURCE ? [] : ['dist/bundle/.build'])];

function stamp() {
  const hash = createHash('sha256');
  for (const path of STAMPS) hash.update(readFileSync(path));
  for (const path of globSync(WATCHED).sort()) hash.update(`${path}\0${statSync(path).mtimeMs}\0`);
  return hash.digest('hex');
}

/** Processes that read the pages meanwhile see the old ones or the new ones. */
function replace(written) {
  const old = `${OUT}.${process.pid}.old`;
  if (existsSync(OUT)) renameSync(OUT, old);
  if (!existsSync(OUT)) renameSync(written, OUT);
  rmSync(old, { recursive: true, force: true });
}

const current = stamp();
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== current) {
  const written = `${OUT}.${process.pid}.tmp`;
  try {
    execFileSync(process.execPath, [...PROGRAM, written], { stdio: 'inherit' });
    writeFileSync(join(written, '.build'), current);
    replace(written);
  } finally {
    rmSync(written, { recursive: true, force: true });
  }
}
