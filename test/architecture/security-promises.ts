import ts from 'typescript';
import { isText, nodesOf, type Source, textOf } from './sources.ts';

/** The sentences of the section about what is promised, without the headings in bold, links and line breaks. */
export function promisesIn(page: string): string[] {
  const [, rest = ''] = page.split('## What is promised\n');
  const [section = ''] = rest.split(/^## /m);
  return section
    .split(/\n{2,}/)
    .flatMap((paragraph) => paragraph.trim().split(/(?<=\.)\s+(?=["`[\w])/))
    .map((sentence) =>
      sentence
        .replace(/\*\*.*?\*\*/gs, '')
        .replace(/\[(.*?)\]\(.*?\)/gs, '$1')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '');
}

/** The titles of the tests of a suite that run; `${…}` as `{}`. */
export const titlesIn = (suite: Source): string[] =>
  nodesOf(suite, ts.isCallExpression).flatMap(({ expression, arguments: [title] }) => {
    const called = expression.getText();
    const isRun = /^test\b/.test(called) && !/^test\.(skip|todo|failing)\b/.test(called);
    return title && isText(title) && isRun ? textOf(title) : [];
  });

/** A suite, and the titles of its tests that prove something. */
export type Proof = readonly [suite: string, ...titles: string[]];
export type Proofs = { readonly [promise: string]: readonly Proof[] };

/** Promises without a test, proofs of nothing that is promised, and tests that do not exist. */
export function unproven(promises: readonly string[], proofs: Proofs, suites: readonly Source[]): string[] {
  const missing = promises.filter((promise) => !(proofs[promise]?.length ?? 0)).map((promise) => `has no test: ${promise}`);
  const superfluous = Object.keys(proofs).filter((promise) => !promises.includes(promise));
  const titles = new Map(suites.map((suite) => [suite.file, suite] as const));
  const dead = Object.values(proofs)
    .flat()
    .flatMap(([file, ...names]) => {
      const suite = titles.get(file);
      if (!suite) return [`does not exist: ${file}`];
      const known = titlesIn(suite);
      return names.filter((name) => !known.includes(name)).map((name) => `does not exist: ${file}: ${name}`);
    });
  return [...missing, ...superfluous.map((promise) => `is not promised: ${promise}`), ...dead];
}
