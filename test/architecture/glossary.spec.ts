import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { domainClasses, exportedNames, type ExportedNames } from './exported-names.ts';
import { type GlossaryEntry, readGlossary } from './glossary.ts';
import { contexts, ROOT, type Source, sources } from './sources.ts';

const sourceOf = (file: string, code: string): Source => ({
  file,
  text: code,
  code,
  tree: ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true),
});

/** Whether a name of the glossary is an exported symbol, a member of one, or a file of the context. */
function exists(name: string, exported: ExportedNames, files: readonly string[]): boolean {
  if (name.endsWith('.ts')) return files.some((file) => file.endsWith(`/${name}`) || basename(file) === name);
  const [symbol, member] = name.replace(/\(\)$/, '').split('.') as [string, string?];
  return member === undefined ? exported.has(symbol) : (exported.get(symbol)?.has(member) ?? false);
}

describe('the parser', () => {
  const README = [
    '# Things',
    '| Term | Meaning | In code |',
    '',
    '## Glossary',
    '',
    'The words of this context.',
    '',
    '| Term       | Meaning                    | In code                         |',
    '| ---------- | -------------------------- | ------------------------------- |',
    '| Thing      | Something that is sold     | `Thing`, `Things` (its port)    |',
    '| Either\\|or | One of two, `not` a symbol | `Thing.pick()`, `pick-thing.ts` |',
    '| Quantity   | A number                   |                                 |',
    '',
    '### More',
    '',
    '## Events',
    '',
    '| Event | `Other` | no glossary |',
  ];

  test('reads the rows of the table, and of the last column the names in backticks', () => {
    expect(readGlossary(README.join('\n'))).toEqual([
      { term: 'Thing', meaning: 'Something that is sold', names: ['Thing', 'Things'] },
      { term: 'Either\\|or', meaning: 'One of two, `not` a symbol', names: ['Thing.pick()', 'pick-thing.ts'] },
      { term: 'Quantity', meaning: 'A number', names: [] },
    ]);
  });

  test('throws if the heading is missing', () => {
    expect(() => readGlossary('# Things\n| Term | Meaning | In code |\n| --- | --- | --- |')).toThrow('"## Glossary"');
  });

  test('throws if the table is missing or has other columns', () => {
    expect(() => readGlossary('## Glossary\n\n- Thing')).toThrow('Term, Meaning, In code');
    expect(() => readGlossary('## Glossary\n| Word | Meaning | In code |\n| --- | --- | --- |')).toThrow(
      'Term, Meaning, In code',
    );
    expect(() => readGlossary('## Glossary\n| Term | Meaning | In code |\n| Thing | Sold | |')).toThrow('Term, Meaning, In code');
  });

  test('throws if a row has too few or too many columns', () => {
    const table = '## Glossary\n| Term | Meaning | In code |\n| --- | --- | --- |\n';
    expect(() => readGlossary(`${table}| Thing | Sold |`)).toThrow('2 columns');
    expect(() => readGlossary(`${table}| Thing | Sold | \`Thing\` | x |`)).toThrow('4 columns');
  });
});

describe('the lookup', () => {
  const thing = sourceOf(
    'libs/alpha/src/domain/thing.ts',
    `export class Thing extends AggregateRoot { constructor(readonly id: string, name: string) {} pick(): void {} }
     class Hidden {}
     export interface NewThing { readonly size: number }
     export type Picked = { readonly by: string };
     export const SIZES = [1, 2];
     export function measure(): void {}
     export { Hidden as Shown } from './hidden.ts';`,
  );
  const port = sourceOf(
    'libs/alpha/src/domain/things.ts',
    'export abstract class Things { abstract add(thing: Thing): Promise<void>; } abstract class Internal {}',
  );
  const errors = sourceOf('libs/alpha/src/domain/thing.errors.ts', 'export abstract class ThingRefused extends NotPermitted {}');
  const events = sourceOf(
    'libs/alpha/src/domain/thing.events.ts',
    'abstract class ThingEvent extends DomainEvent {} export class ThingPicked extends ThingEvent {}',
  );
  const domain = [thing, port, errors, events];
  const files = domain.map(({ file }) => file);

  test.each([
    'Thing',
    'Thing.id',
    'Thing.pick()',
    'NewThing.size',
    'Picked.by',
    'SIZES',
    'measure()',
    'Shown',
    'Things.add',
    'thing.ts',
  ])('finds %s', (name) => {
    expect(exists(name, exportedNames(domain), files)).toBe(true);
  });

  test.each(['Hidden', 'Thing.name', 'Thing.drop()', 'Nothing', 'Nothing.id', 'other.ts', 'ing.ts'])('404 for %s', (name) => {
    expect(exists(name, exportedNames(domain), files)).toBe(false);
  });

  test('collects aggregates, ports and events', () => {
    expect(domainClasses(domain)).toEqual(['Thing', 'Things', 'ThingPicked']);
  });
});

describe.each(contexts())('the glossary of %s', (context) => {
  const own = sources(new RegExp(`^libs/${context}/src/(?!.*\\.spec\\.ts$)`));
  const domain = own.filter(({ file }) => file.startsWith(`libs/${context}/src/domain/`));
  let glossary: readonly GlossaryEntry[];

  beforeAll(() => {
    glossary = readGlossary(readFileSync(join(ROOT, 'libs', context, 'README.md'), 'utf8'));
  });

  test('explains each term, once', () => {
    expect(glossary.filter(({ term, meaning }) => term === '' || meaning === '')).toEqual([]);
    const terms = glossary.map(({ term }) => term.toLowerCase());
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  });

  test('names only what exists in the code', () => {
    const exported = exportedNames(own);
    const files = own.map(({ file }) => file);
    const names = glossary.flatMap((entry) => entry.names);
    expect(names.filter((name) => !exists(name, exported, files))).toEqual([]);
  });

  test('names every aggregate, port and event of the domain', () => {
    const named = new Set(glossary.flatMap(({ names }) => names));
    expect(domainClasses(domain).filter((name) => !named.has(name))).toEqual([]);
  });
});
