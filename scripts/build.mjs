import { existsSync } from 'node:fs';
import './compile.mjs';

/** `npm run build`: compiles the sources, builds the pages, and bundles the program. Each step does only what has changed. */
if (existsSync('apps/web')) await import('../apps/web/build.mjs');
if (existsSync('apps/cli')) await import('./bundle.mjs');
