import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Builds the pages into `dist/web`, with compressed variants of every asset, if a source has changed since. Types are checked by
 * `npm run check`. `node apps/web/build.mjs`, and a part of `npm run build`.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const OUT = join(ROOT, 'dist/web');
const STAMP = join(OUT, '.build');
const COMPRESSED = /\.(?:js|css|svg)$/;

/** What pages share with the service. */
const SHARED = [
  'credentials/lifetimes',
  'csv/csv',
  'csv/csv-line',
  'csv/text-encoding',
  'days/days',
  'languages/languages',
  'mails/colors',
].map((name) => join(ROOT, `libs/support/src/${name}.ts`));

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function stamp() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package.json')));
  for (const path of [...filesIn(import.meta.dirname), ...SHARED].sort()) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\0`);
  }
  return hash.digest('hex');
}

async function compress(path) {
  const text = readFileSync(path);
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  writeFileSync(`${path}.br`, brotli);
  writeFileSync(`${path}.gz`, zipped);
}

/** Processes that read the pages meanwhile see the old ones or the new ones. */
function replace(built) {
  const old = `${built}.old`;
  if (existsSync(OUT)) renameSync(OUT, old);
  renameSync(built, OUT);
  rmSync(old, { recursive: true, force: true });
}

const current = stamp();
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== current) {
  const built = `${OUT}.${process.pid}.tmp`;
  mkdirSync(built, { recursive: true });
  // Vite compiles for development where it says so, as tests do.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    const [{ build }, { default: config }] = await Promise.all([import('vite'), import('./vite.config.mjs')]);
    await build({ ...config, build: { ...config.build, outDir: built } });
    await Promise.all(
      filesIn(built)
        .filter((path) => COMPRESSED.test(path))
        .map(compress),
    );
    writeFileSync(join(built, '.build'), current);
    replace(built);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    rmSync(built, { recursive: true, force: true });
  }
}
