import { readFileSync } from 'node:fs';

const swcrc = JSON.parse(readFileSync(new URL('../.swcrc', import.meta.url), 'utf8'));

/** For the build: the options of `.swcrc`, which `nest build` reads as well. */
export const buildOptions = { ...swcrc, swcrc: false };

/** For running the sources without a build: imports keep their `.ts` ending, and source maps are inline. */
export const sourceOptions = {
  ...buildOptions,
  jsc: { ...swcrc.jsc, rewriteRelativeImportExtensions: false },
  sourceMaps: 'inline',
};
