import { transformSync } from '@swc/core';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { sourceOptions } from './swc-options.mjs';

/** Runs the TypeScript sources without a build; `#…` imports resolve to the sources as well. */
registerHooks({
  resolve: (specifier, context, next) => next(specifier, { ...context, conditions: [...context.conditions, 'source'] }),
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...sourceOptions, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
