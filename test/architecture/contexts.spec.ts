import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from './exported-names.ts';
import { contexts, production, ROOT, sources } from './sources.ts';

const architecture = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/** Which contracts a context imports, as arrows. */
function imported(): string[] {
  const arrows = production().flatMap(({ file, code }) => {
    const [, context] = /^libs\/([^/]+)\/src\//.exec(file) ?? [];
    if (context === undefined) return [];
    const contracts = [...code.matchAll(/from ["']#([a-z-]+)\/contract["']/g)].map(([, other]) => other!);
    return contracts.filter((other) => other !== context).map((other) => `${context} --> ${other}`);
  });
  return [...new Set(arrows)].sort();
}

/** The arrows of the picture. */
function drawn(): string[] {
  const picture = /```mermaid\nflowchart LR\n([^]*?)```/.exec(architecture)![1]!;
  return [...picture.matchAll(/^ +(\S+) --> (.+)$/gm)]
    .flatMap(([, from, to]) => to!.split(' & ').map((each) => `${from} --> ${each}`))
    .sort();
}

const rules = readFileSync(join(ROOT, '.dependency-cruiser.mjs'), 'utf8');
const listIn = (name: string): string[][] =>
  JSON.parse(
    new RegExp(`const ${name} = (\\[[^]*?\\n?\\]);`)
      .exec(rules)![1]!
      .replaceAll("'", '"')
      .replaceAll(/,(\s*\])/g, '$1'),
  ) as string[][];

/** The levels of the table, from the lowest to the highest. */
function levels(): string[][] {
  const rows = [...architecture.matchAll(/^\| \[([a-z-]+)\]\(\S+\) +\|[^|]+\| (\d+) /gm)].map(([, name, level]) => ({
    name,
    level,
  }));
  return [...Map.groupBy(rows, ({ level }) => Number(level))]
    .sort(([a], [b]) => a - b)
    .map(([, of]) => of.map(({ name }) => name!));
}

test('every context has a level, the same in the table and in the rules', () => {
  expect(levels().flat().sort()).toEqual(contexts());
  expect(levels()).toEqual(listIn('ORDER'));
});

test('the picture of the contexts has the contracts that they import', () => {
  expect(drawn()).toEqual(imported());
  expect(contexts().filter((context) => !architecture.includes(`  ${context}`))).toEqual([]);
});

const MOST_NAMES = 30;
/** Contracts with more names, and those with views of the wire; the numbers may only become smaller. */
const LARGE = { catalog: 49, 'customer-portal': 46, entitlements: 70 };
const WITH_VIEWS = { catalog: 9, 'customer-portal': 5, entitlements: 2, organizations: 2 };

/** How many names that a pattern matches each contract exports. */
const exportedBy = (pattern: RegExp): [context: string, names: number][] =>
  sources(/^libs\/[^/]+\/src\/contract\/index\.ts$/).map(({ file, tree }) => {
    const names = tree.statements.flatMap(namesIn).filter(([name]) => pattern.test(name));
    return [file.split('/')[1]!, names.length];
  });

test('contracts have few names, and no views of the wire', () => {
  const beyond = (counts: [string, number][], known: Readonly<Record<string, number>>, most: number): string[] =>
    counts.filter(([context, names]) => names > Math.max(known[context] ?? 0, most)).map((each) => each.join(': '));
  expect(beyond(exportedBy(/./), LARGE, MOST_NAMES)).toEqual([]);
  expect(beyond(exportedBy(/View$/), WITH_VIEWS, 0)).toEqual([]);
  expect(
    beyond(
      [
        ['catalog', 90],
        ['seats', 31],
        ['search', 30],
      ],
      LARGE,
      MOST_NAMES,
    ),
  ).toEqual(['catalog: 90', 'seats: 31']);
});
