import { existsSync } from 'node:fs';

/**
 * `npm run build`: compiles the sources, builds the pages, bundles the program, and writes the reference of the API. Each step does only
 * what has changed.
 */
await import('./assert-installed.mjs');
if (!existsSync('dist')) console.log('Building the service for the first time: sources, pages, program and reference …');
await import('./compile.mjs');
if (existsSync('apps/web')) await import('../apps/web/build.mjs');
if (existsSync('apps/cli')) await import('./bundle.mjs');
if (existsSync('apps/openapi')) await import('./reference.mjs');
