import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BESIDE_BUNDLE } from './packages-beside-bundle.mjs';

/**
 * Bundles `latchkey`, as it is compiled in `dist`, with its packages into `dist/bundle`, if anything has changed since. A process loads
 * a few files instead of 5,600 modules, and starts with a third of the CPU time. With the argument `bench`: API and worker, as
 * `npm run bench` measures them, into `dist/bench-bundle`.
 */
const BUNDLES = {
  latchkey: { out: 'dist/bundle', sources: ['dist/apps', 'dist/libs'], input: { latchkey: 'dist/apps/cli/main.js' } },
  bench: {
    out: 'dist/bench-bundle',
    sources: ['dist/apps', 'dist/libs', 'dist/bench'],
    input: { target: 'dist/bench/target.js', worker: 'dist/bench/processes/worker.js' },
  },
};
const { out: OUT, sources: SOURCES, input: INPUT } = BUNDLES[process.argv[2] ?? 'latchkey'];
const STAMP = join(OUT, '.build');

/** Packages that others use where they are installed. They are not. */
const OPTIONAL = [/^@fastify\/(multipart|view)$/, /^@nestjs\/(microservices|websockets|platform-express)/, /^pg-native$/];

/** Changes with every compiled file and every package. */
function stamp() {
  const hash = createHash('sha256');
  for (const path of ['package-lock.json', 'scripts/bundle.mjs', 'scripts/packages-beside-bundle.mjs'])
    hash.update(readFileSync(path));
  for (const folder of SOURCES) {
    for (const path of readdirSync(folder, { recursive: true }).sort()) {
      if (path.endsWith('.js')) hash.update(`${path}\0${statSync(join(folder, path)).mtimeMs}\0`);
    }
  }
  return hash.digest('hex');
}

async function bundled() {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: INPUT,
    platform: 'node',
    external: [...BESIDE_BUNDLE, ...OPTIONAL],
    checks: { eval: false },
    // What is installed beside it are these packages alone, so it would not start.
    onLog: (level, log, handle) => handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
  });
  // Nest, MikroORM and the buses find classes by their names.
  const { output } = await bundle.generate({
    format: 'esm',
    keepNames: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  return output;
}

/** A process that starts meanwhile reads the old file or the new one. */
function write(path, text) {
  const partial = `${path}.${process.pid}.tmp`;
  writeFileSync(partial, text);
  renameSync(partial, path);
}

const last = existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, 'utf8')) : { files: [] };
const current = stamp();
if (last.stamp !== current) {
  const output = await bundled();
  mkdirSync(OUT, { recursive: true });
  const files = output.map(({ fileName }) => fileName);
  const codes = new Map(output.map(({ fileName, code }) => [fileName, code]));
  // Entries come last: they name the others, whose names change with their content.
  const entries = Object.keys(INPUT).map((name) => `${name}.js`);
  for (const name of [...files.filter((file) => !entries.includes(file)), ...entries]) write(join(OUT, name), codes.get(name));
  write(STAMP, JSON.stringify({ stamp: current, files }));
  // Files of the last build stay: a process that runs may not have loaded all of them.
  for (const name of readdirSync(OUT)) {
    if (name.endsWith('.js') && !files.includes(name) && !last.files.includes(name)) rmSync(join(OUT, name));
  }
}
