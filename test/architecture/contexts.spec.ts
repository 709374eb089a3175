import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from './exported-names.ts';
import { contexts, production, ROOT, type Source, sourceOf, sources } from './sources.ts';

const architecture = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/** Which contracts, needs and views a context imports, as arrows. */
function imported(): string[] {
  const arrows = production().flatMap(({ file, code }) => {
    const [, context] = /^libs\/([^/]+)\/src\//.exec(file) ?? [];
    if (context === undefined) return [];
    const contracts = [...code.matchAll(/from ["']#([a-z-]+)\/(?:contract|needs|views)["']/g)].map(([, other]) => other!);
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

/** How many names each contract or each list of needs exports. */
const exportedBy = (among: readonly Source[]): [door: string, names: string[]][] =>
  among.map(({ file, tree }) => [
    file.replace(/^libs\/|\/src|\/index\.ts$/g, ''),
    tree.statements.flatMap(namesIn).map(([name]) => name),
  ]);
const large = (among: readonly Source[]): string[] =>
  exportedBy(among).flatMap(([door, names]) => (names.length > MOST_NAMES ? [`${door}: ${names.length}`] : []));
const views = (among: readonly Source[]): string[] =>
  exportedBy(among).flatMap(([door, names]) => names.filter((name) => name.endsWith('View')).map((name) => `${door}: ${name}`));

test('contracts and needs have few names, and no views of the wire', () => {
  const doors = sources(/^libs\/[^/]+\/src\/(contract|needs)\/index\.ts$/);
  expect(large(doors)).toEqual([]);
  expect(views(doors)).toEqual([]);
  expect(sources(/^libs\/[^/]+\/src\/(contract|needs)\/.*\.view\.ts$/)).toEqual([]);
  const many = Array.from({ length: MOST_NAMES + 1 }, (_, index) => `export const Name${index} = 1;`).join('\n');
  expect(large([sourceOf('libs/alpha/src/contract/index.ts', many)])).toEqual(['alpha/contract: 31']);
  expect(views([sourceOf('libs/alpha/src/needs/index.ts', `export { ThingView } from './thing.ts';`)])).toEqual([
    'alpha/needs: ThingView',
  ]);
});

/** Messages of contracts that another context answers, and needs that nobody else does. */
function misplaced(among: readonly Source[]): string[] {
  const contextOf = (file: string): string => file.split('/')[1]!;
  const answered = new Set(
    among.flatMap(({ file, code }) =>
      [...code.matchAll(/@(?:Command|Query)Handler\((\w+)\)/g)].map(([, name]) => `${contextOf(file)} ${name}`),
    ),
  );
  return among.flatMap(({ file, code }) => {
    const [, context, door] = /^libs\/([^/]+)\/src\/(contract|needs)\//.exec(file) ?? [];
    if (context === undefined) return [];
    const messages = [...code.matchAll(/\bclass (\w+) extends (?:Command|Query)\b/g)].map(([, name]) => name!);
    return messages
      .filter((name) => answered.has(`${context} ${name}`) !== (door === 'contract'))
      .map((name) => `${file}: ${name}`);
  });
}

test('a context answers what its contract has, and contexts above it what it needs', () => {
  expect(misplaced(production())).toEqual([]);
  const declared = (door: string) =>
    sourceOf(`libs/alpha/src/${door}/find-thing.ts`, 'export class FindThing extends Query<void> {}');
  const answer = (context: string) =>
    sourceOf(`libs/${context}/src/queries/find-thing.ts`, '@QueryHandler(FindThing) class Answer {}');
  expect(misplaced([declared('contract'), answer('alpha')])).toEqual([]);
  expect(misplaced([declared('needs'), answer('beta')])).toEqual([]);
  expect(misplaced([declared('contract'), answer('beta')])).toEqual(['libs/alpha/src/contract/find-thing.ts: FindThing']);
  expect(misplaced([declared('needs'), answer('alpha')])).toEqual(['libs/alpha/src/needs/find-thing.ts: FindThing']);
});
