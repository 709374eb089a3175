import { basename } from 'node:path';
import { type Source, sourceOf, sources } from './sources.ts';

const IN_SRC = /^libs\/[^/]+\/src\/(?!adapters\/persistence\/).*\.spec\.ts$/;

/** Implementations in memory that no spec of a handler uses, neither itself nor by another file of `testing`: their contract suite tests only them. */
function unused(among: readonly Source[]): string[] {
  const specs = among.filter(({ file }) => IN_SRC.test(file));
  const kept = among.filter(({ file }) => /\/testing\/(?!.*\.(spec|contract)\.ts$|index\.ts$)/.test(file));
  const used = [...specs, ...kept.filter(({ file }) => specs.some(({ code }) => code.includes(`/${basename(file)}`)))];
  return kept.flatMap(({ file, code }) =>
    [...code.matchAll(/\bclass (InMemory\w+)/g)]
      .map(([, name]) => name!)
      .filter((name) => !used.some((user) => user.file !== file && new RegExp(`\\b${name}\\b`).test(user.code)))
      .map((name) => `${file}: use ${name} in the spec of a handler, or remove it`),
  );
}

const ALL = /^libs\/[^/]+\/(src|testing)\//;

test('an implementation in memory serves the spec of a handler', () => {
  expect(unused(sources(ALL))).toEqual([]);
});

test('one that only its contract suite uses is reported', () => {
  const port = sourceOf('libs/alpha/testing/in-memory-things.ts', 'export class InMemoryThings {}');
  const contract = sourceOf(
    'libs/alpha/testing/in-memory-things.spec.ts',
    "import { InMemoryThings } from './in-memory-things.ts';",
  );
  const handler = (text: string) => sourceOf('libs/alpha/src/commands/make-thing.spec.ts', text);
  expect(unused([port, contract, handler('')])).toEqual([expect.stringContaining('use InMemoryThings in the spec of a handler')]);
  expect(unused([port, contract, handler('new InMemoryThings();')])).toEqual([]);
});
