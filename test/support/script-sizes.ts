import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './processes.ts';

const BUILT = join(ROOT, 'dist/web');
const ASSETS = join(BUILT, 'assets');
const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
const DYNAMIC_IMPORT = /import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g;
/** The words of the pages, and those of controls; one language of each is loaded with everything. */
const WORDS = /^(?:ui-words\.)?(en|de|ar)-/;

const importsOf = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(join(ASSETS, file), 'utf8').matchAll(pattern)].map(([, imported]) => imported!);

function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const each of importsOf(file, STATIC_IMPORT)) withImports(each, found);
  return found;
}

const bytesOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + statSync(join(ASSETS, `${file}.gz`)).size, 0);

/** How large the compressed scripts of the built pages are: those that all pages of a surface load, and those of each page besides. */
export function scriptSizes(surface: string): { readonly shared: number; readonly pages: ReadonlyMap<string, number> } {
  const entry = /src="\/assets\/([\w.-]+\.js)"/.exec(readFileSync(join(BUILT, `${surface}.html`), 'utf8'))![1]!;
  const shared = withImports(entry);
  const later = new Set([...shared].flatMap((file) => importsOf(file, DYNAMIC_IMPORT)));
  const words = [...later].filter((file) => WORDS.exec(file)?.[1] === 'en');
  for (const each of words) withImports(each, shared);
  const pages = [...later].filter((file) => !WORDS.test(file));
  return {
    shared: bytesOf(shared),
    pages: new Map(
      pages.map((file) => [
        file.replace(/-[\w-]{8}\.js$/, ''),
        bytesOf([...withImports(file)].filter((each) => !shared.has(each))),
      ]),
    ),
  };
}
