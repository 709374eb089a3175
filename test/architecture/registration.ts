import { dirname, relative } from 'node:path';
import ts from 'typescript';
import type { Source } from './sources.ts';

/** A folder of a context whose `index.ts` exports what Nest or MikroORM gets from it, and the classes that belong there. */
interface Registry {
  readonly folder: RegExp;
  readonly isRegistered: (node: ts.ClassDeclaration) => boolean;
}

const isDecorated = (node: ts.ClassDeclaration): boolean =>
  (ts.getDecorators(node) ?? []).some(({ expression }) =>
    /^(CommandHandler|QueryHandler|Injectable)\(/.test(expression.getText()),
  );

const REGISTRIES: readonly Registry[] = [
  { folder: /^(libs\/[^/]+\/src\/(?:commands|queries))\/(?!.*\.spec\.ts$)/, isRegistered: isDecorated },
  {
    folder: /^(libs\/[^/]+\/migrations)\//,
    isRegistered: ({ heritageClauses = [] }) => /extends Migration\b/.test(heritageClauses[0]?.getText() ?? ''),
  },
];

const exportLine = (name: string, from: string): string => `export { ${name} } from '${from}';`;

/** What an index exports, as lines that export one name each. */
const linesOf = ({ tree }: Source): string[] =>
  tree.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) =>
          exportLine(name.text, (statement.moduleSpecifier as ts.StringLiteral).text),
        )
      : [`${statement.getText()}`],
  );

/** Handlers, what they share, and migrations that the index of their folder does not export; and what else an index exports. */
export function misregistered(among: readonly Source[]): string[] {
  const wanted = new Map<string, Set<string>>();
  const exported = new Map<string, Set<string>>();
  for (const source of among) {
    for (const { folder, isRegistered } of REGISTRIES) {
      const root = folder.exec(source.file)?.[1];
      if (root === undefined) continue;
      const index = `${root}/index.ts`;
      if (source.file === index) {
        exported.set(index, new Set(linesOf(source)));
        continue;
      }
      const lines = source.tree.statements
        .filter(ts.isClassDeclaration)
        .filter(isRegistered)
        .map((node) => exportLine(node.name!.text, `./${relative(dirname(index), source.file)}`));
      wanted.set(index, new Set([...(wanted.get(index) ?? []), ...lines]));
    }
  }
  return [...new Set([...wanted.keys(), ...exported.keys()])].flatMap((index) => {
    const [is, shouldBe] = [exported.get(index) ?? new Set<string>(), wanted.get(index) ?? new Set<string>()];
    return [
      ...[...shouldBe].filter((line) => !is.has(line)).map((line) => `add to ${index}: ${line}`),
      ...[...is].filter((line) => !shouldBe.has(line)).map((line) => `remove from ${index}: ${line}`),
    ];
  });
}

/** Modules that do not provide what the indexes of their context export, or that list handlers themselves. */
export function incompleteModules(among: readonly Source[]): string[] {
  const files = new Set(among.map(({ file }) => file));
  return among
    .filter(({ file }) => /^libs\/(?!engine\/|platform\/)[^/]+\/src\/[^/]+\.module\.ts$/.test(file))
    .flatMap(({ file, code }) => {
      const missing = ['commands', 'queries']
        .filter((layer) => files.has(`${dirname(file)}/${layer}/index.ts`))
        .filter(
          (layer) =>
            !code.includes(`import * as ${layer} from './${layer}/index.ts'`) || !code.includes(`Object.values(${layer})`),
        );
      const listed = [...new Set(code.match(/\b\w+Handler\b/g) ?? [])];
      return [
        ...missing.map((layer) => `add to the providers of ${file}: ...Object.values(${layer})`),
        ...listed.map((name) => `remove from ${file}: ${name}, which is exported from the index of its folder`),
      ];
    });
}

/** Modules and tables of contexts that no process is composed of. */
export const uncomposed = (among: readonly Source[]): string[] => {
  const composition = among.find(({ file }) => file === 'apps/contexts.ts')?.code ?? '';
  return among
    .filter(({ file }) => /^libs\/(?!engine\/|platform\/)[^/]+\/src\/index\.ts$/.test(file))
    .flatMap(({ code }) => [...code.matchAll(/\b\w+(?:Module|Tables)(?= \}|: Tables\b)/g)].map(([name]) => name))
    .filter((name) => !new RegExp(`^ +${name},?$`, 'm').test(composition))
    .map((name) => `add ${name} to apps/contexts.ts`);
};

/** The ids of rows that are written down in `adapters/messaging`. */
export const idsOfRows = (among: readonly Source[]): string[] =>
  among
    .filter(({ file }) => file.includes('/adapters/messaging/'))
    .flatMap(({ code }) => [...code.matchAll(/\bsubscriber\(\{\s*id: ["'](\w+)["']/g)].map(([, id]) => id!));

/** Rows that no worker has. */
export const unknownRows = (among: readonly Source[], known: readonly string[]): string[] =>
  idsOfRows(among)
    .filter((id) => !known.includes(id))
    .map((id) => `add ${id} to the table of its context, and that to apps/worker/subscriptions.ts`);

/** Classes that react to events themselves. */
export const subscriberClasses = (among: readonly Source[]): string[] =>
  among
    .filter(({ file }) => file.includes('/adapters/messaging/'))
    .flatMap(({ file, tree }) =>
      tree.statements
        .filter(ts.isClassDeclaration)
        .map((node) => `make ${node.name!.text} in ${file} a row of adapters/messaging/subscribers.ts`),
    );

/** Types of benefits that cannot be chosen in the console, or that it offers without need; both are the texts of files. */
export function typesApart(view: string, page: string): string[] {
  const listed = (text: string, name: string): string[] =>
    [...(new RegExp(`const ${name} = \\[([^\\]]*)\\]`).exec(text)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, type]) => type!);
  const [types, offered] = [listed(view, 'BENEFIT_TYPES'), listed(page, 'TYPES')];
  return [
    ...types.filter((type) => !offered.includes(type)).map((type) => `add ${type} to apps/web/console/benefits/filters.ts`),
    ...offered.filter((type) => !types.includes(type)).map((type) => `remove ${type} from apps/web/console/benefits/filters.ts`),
  ];
}
