import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { buildOptions } from './swc-options.mjs';

/**
 * Compiles changed sources into `dist` without checking types (`npm run check` does), and deletes outputs without a source.
 * An output has the modification time of its source: equal times mean that it is up to date.
 */
const OUT = 'dist';
/** Written by `apps/web/build.mjs`, `scripts/bundle.mjs` and `scripts/reference.mjs`. */
const OTHERS = ['web', 'bundle', 'bench-bundle', 'reference'].map((name) => join(OUT, name));
const STAMP = join(OUT, '.build');

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const folders = readJson('nest-cli.json').compilerOptions.builder.options.filenames;
const { exclude } = readJson('tsconfig.build.json');

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const outputOf = (source) => join(OUT, source.replace(/ts$/, 'js'));

/** Atomic: a process that reads the file sees the old or the new content, never a part of it. */
function write(path, text, modified = new Date()) {
  const partial = `${path}.${process.pid}.tmp`;
  writeFileSync(partial, text);
  utimesSync(partial, modified, modified);
  renameSync(partial, path);
}

async function compile(source, transformFile) {
  const output = outputOf(source);
  const folder = dirname(output);
  const { mtime } = statSync(source);
  const { code, map } = await transformFile(source, { ...buildOptions, sourceFileName: relative(folder, source) });
  mkdirSync(folder, { recursive: true });
  write(`${output}.map`, map, mtime);
  write(output, `${code}\n//# sourceMappingURL=${basename(output)}.map`, mtime);
}

const sources = folders
  .flatMap(filesIn)
  .filter((path) => path.endsWith('.ts') && !exclude.some((pattern) => matchesGlob(path, pattern)));

const expected = new Set(sources.map(outputOf).flatMap((output) => [output, `${output}.map`]));
for (const path of filesIn(OUT)) {
  if (path === STAMP || path.endsWith('.tmp') || OTHERS.some((other) => path.startsWith(other)) || expected.has(path)) continue;
  rmSync(path, { force: true });
}

const stamp = createHash('sha256')
  .update(JSON.stringify(buildOptions))
  .update(readJson('node_modules/@swc/core/package.json').version)
  .digest('hex');
const sameCompiler = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp;
const isCurrent = (source) => Math.abs(modifiedAt(source) - modifiedAt(outputOf(source))) < 1;
const changed = sameCompiler ? sources.filter((source) => !isCurrent(source)) : sources;

if (changed.length > 0) {
  const { transformFile } = await import('@swc/core');
  const results = await Promise.allSettled(changed.map((source) => compile(source, transformFile)));
  const failures = results.filter(({ status }) => status === 'rejected');
  for (const { reason } of failures) console.error(reason.message);
  if (failures.length > 0) process.exit(1);
  write(STAMP, stamp);
}
