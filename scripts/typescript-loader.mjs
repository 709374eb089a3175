import { transformSync, version } from '@swc/core';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceOptions } from './swc-options.mjs';

const CACHE = join(import.meta.dirname, '../node_modules/.cache/latchkey-sources');
const COMPILER = `${version} ${JSON.stringify(sourceOptions)}`;

/** Runs the TypeScript sources without a build; `#…` imports resolve to the sources as well. */
registerHooks({
  resolve: (specifier, context, next) => next(specifier, { ...context, conditions: [...context.conditions, 'source'] }),
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
  },
});

/** What a file compiles to. Processes share a folder of results, by the content of the file. */
function compiled(filename) {
  const source = readFileSync(filename, 'utf8');
  const cached = join(CACHE, `${createHash('sha256').update(`${COMPILER}\0${filename}\0${source}`).digest('hex')}.js`);
  try {
    return readFileSync(cached, 'utf8');
  } catch {
    const { code } = transformSync(source, { ...sourceOptions, filename });
    keep(cached, code);
    return code;
  }
}

/** Atomic: a process that reads the file sees all of it or none. Where nothing can be written, nothing is kept. */
function keep(path, text) {
  const partial = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(partial, text);
    renameSync(partial, path);
  } catch {}
}
