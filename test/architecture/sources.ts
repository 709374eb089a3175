import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import ts from 'typescript';

export const ROOT = resolve(import.meta.dirname, '../..');
/** What TypeScript knows of the sources since `npm run check:types` found no problem. */
export const CHECKED_TYPES = resolve(ROOT, 'node_modules/.cache/tsc/check-types.tsbuildinfo');

/** Whether a path is in a folder of packages or of what was built. */
export const isGenerated = (path: string): boolean => /(^|\/)(node_modules|dist)(\/|$)/.test(path);

/** One source file: `text` as written, `code` without comments, `tree` to walk. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly code: string;
  readonly tree: ts.SourceFile;
}

const printer = ts.createPrinter({ removeComments: true });

/** A file of this text, whether it exists or not. */
export function sourceOf(file: string, text: string): Source {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  let code: string | undefined;
  return {
    file,
    text,
    tree,
    // Printing takes longer than parsing, and few rules look at it.
    get code() {
      return (code ??= printer.printFile(tree));
    },
  };
}

const readAll = (): readonly Source[] =>
  globSync(['{apps,bench,libs,packages,test}/**/*.ts', '*.ts'], {
    cwd: ROOT,
    exclude: isGenerated,
  })
    .sort()
    .map((file) => sourceOf(file, readFileSync(join(ROOT, file), 'utf8')));

let all: readonly Source[] | undefined;
export const everything = (): readonly Source[] => (all ??= readAll());

export const sources = (pattern: RegExp): readonly Source[] => everything().filter(({ file }) => pattern.test(file));

/** What runs in production: the apps and the libraries without their tests. */
export const production = (): readonly Source[] =>
  sources(/^(apps|libs\/[^/]+\/(src|migrations)|packages\/[^/]+\/(src|example))\/(?!.*\.spec\.ts$)/);

/** The files of this folder in every context, without specs. */
export const layer = (name: string): readonly Source[] => sources(new RegExp(`^libs/[^/]+/src/${name}/(?!.*\\.spec\\.ts$)`));

export const contexts = (): string[] =>
  globSync('libs/*', { cwd: ROOT })
    .map((path) => basename(path))
    .filter((name) => !['engine', 'kernel', 'platform', 'support'].includes(name))
    .sort();

/** The node and all below it. Tokens and documentation are no nodes of their own. */
export function nodes(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (each: ts.Node): void => {
    found.push(each);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return found;
}

export function nodesOf<N extends ts.Node>({ tree }: Source, is: (node: ts.Node) => node is N): N[] {
  return nodes(tree).filter(is);
}

/** Every match in the code without comments, as `file: match`. */
export const matches = (among: readonly Source[], pattern: RegExp): string[] =>
  among.flatMap(({ file, code }) => [...code.matchAll(new RegExp(pattern, 'g'))].map(([match]) => `${file}: ${match}`));

/** All string and template literals with their texts, `${…}` as `{}`, without what is imported from where. */
export const literalsOf = (source: Source): { node: ts.Node; text: string }[] =>
  nodesOf(source, isText)
    .filter(({ parent }) => !ts.isImportDeclaration(parent) && !ts.isExportDeclaration(parent))
    .map((node) => ({ node, text: textOf(node) }));

export const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** The text of a literal, `${…}` as `{}`. */
export const textOf = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
    : node.text;
