import { registerHooks } from 'node:module';
import '../../../scripts/typescript-loader.mjs';
import { BUGS } from './bugs.mjs';

/** For `node --import`: changes the compiled sources as PLANTED_BUG says. A process whose sources do not have the text does not start. */
const { file, text, instead } = BUGS[process.env.PLANTED_BUG];

/** Registered after the loader of TypeScript, so it runs before it and gets what that one compiles. */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(file)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(text)) throw new Error(`${file} does not contain ${text}`);
    return { ...loaded, source: source.replaceAll(text, instead) };
  },
});
