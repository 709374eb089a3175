import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { groups } from './chunks.mjs';
import { early } from './early.mjs';

const SURFACES = ['console', 'portal', 'portal-sign-in', 'reference'];
/** The languages of the pages; React Aria brings its own words in thirty more. */
const OTHER_LANGUAGE =
  /\/react-(?:aria|stately|aria-components)\/dist\/private\/intl\/[^?]*\/(?!en-US|de-DE|ar-AE)[a-z]{2}-[A-Z]{2}\.m?js$/;

const withoutOtherLanguages = {
  name: 'without-other-languages',
  load: (id) => (OTHER_LANGUAGE.test(id) ? 'export default {};' : null),
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  configFile: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic' } },
  html: { cspNonce: '__NONCE__' },
  plugins: [withoutOtherLanguages, early],
  build: {
    target: ['chrome125', 'firefox128', 'safari17.5'],
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
      output: { codeSplitting: { groups } },
      input: SURFACES.map((name) => join(import.meta.dirname, `${name}.html`)).filter((path) => existsSync(path)),
    },
  },
});
