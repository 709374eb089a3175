import { existsSync } from 'node:fs';
import './compile.mjs';

/**
 * `npm run build`: compiles the sources, builds the pages, bundles the program, and writes the reference of the API. Each step does only
 * what has changed.
 */
if (existsSync('apps/web')) await import('../apps/web/build.mjs');
if (existsSync('apps/cli')) await import('./bundle.mjs');
if (existsSync('apps/openapi')) await import('./reference.mjs');
