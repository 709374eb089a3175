import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { BUGS } from './bugs.mjs';

/** For `node --import`: changes the bundled program as PLANTED_BUG says. A process of a program that does not have the text does not start. */
const BUNDLE = new URL('../../../dist/bundle/', import.meta.url);
const { file, text, instead } = BUGS[process.env.PLANTED_BUG];
/** The bundler names each module in the line before its code. */
const BEGIN = `// dist/${file}\n`;
const NEXT = /^\/\/ \S+\.[cm]?js$/m;

const withBug = (source) => {
  const begin = source.indexOf(BEGIN) + BEGIN.length;
  const length = source.slice(begin).search(NEXT);
  const end = length === -1 ? source.length : begin + length;
  const module = source.slice(begin, end);
  if (!module.includes(text)) throw new Error(`${file} does not contain ${text}`);
  return source.slice(0, begin) + module.replaceAll(text, instead) + source.slice(end);
};
const buggy = readdirSync(BUNDLE)
  .filter((name) => name.endsWith('.js'))
  .map((name) => new URL(name, BUNDLE))
  .map((url) => ({ url: url.href, source: readFileSync(url, 'utf8') }))
  .filter(({ source }) => source.includes(BEGIN))
  .map(({ url, source }) => ({ url, source: withBug(source) }));
if (buggy.length === 0) throw new Error(`The program does not contain ${file}`);

registerHooks({
  load(url, context, next) {
    const planted = buggy.find((each) => each.url === url);
    return planted ? { format: 'module', source: planted.source, shortCircuit: true } : next(url, context);
  },
});
