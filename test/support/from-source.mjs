import { transformSync } from '@swc/core';
import { fstatSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { swcOptions } from './swc-options.mjs';

/** `node --conditions=source --import` this: runs the TypeScript sources as they are, so no build can be stale. */
registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...swcOptions, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

/** Where whoever started this process holds the other end of stdin: when that one is gone, however it went, so is this. */
if (fstatSync(0).isSocket()) {
  process.stdin.once('end', () => process.kill(process.pid, 'SIGKILL')).resume();
  process.stdin.unref();
}
