import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './sources.ts';

/** What is shown and never run. */
const DATA = new Set(['text', 'json', 'mermaid']);
/** Guides are run as a whole by `test/guides/guides.spec.ts`, which fails for a block that it cannot run. */
const PAGES = globSync(['*.md', '{docs,packages,deploy,libs,apps}/**/*.md'], {
  cwd: ROOT,
  exclude: (path) => /node_modules|\.venv|\/target(\/|$)|^docs\/guides$/.test(path),
});

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The blocks of code of a page without a mark that is true. A mark is the line before the block. */
function unmarkedBlocks(page: string, text: string): string[] {
  const lines = text.split('\n');
  const fences = lines.flatMap((line, index) => (/^\s*```/.test(line) ? [index] : []));
  const beginnings = fences.filter((_line, index) => index % 2 === 0);
  return beginnings.flatMap((line) => {
    const language = /^\s*```(\w*)/.exec(lines[line]!)![1]!;
    const mark = lines.slice(0, line).findLast((each) => each.trim() !== '') ?? '';
    return DATA.has(language) || isTrue(page, mark) ? [] : [`${page}:${line + 1}: ${language}`];
  });
}

/** Whether the block is a sketch, or is run by a test that exists and names the page. */
function isTrue(page: string, mark: string): boolean {
  if (mark.trim() === '<!-- sketch -->') return true;
  const [, test] = /^\s*<!-- run by (\S+) -->$/.exec(mark) ?? [];
  return test !== undefined && existsSync(join(ROOT, test)) && read(test).includes(basename(page));
}

test('code in documents is run by a test, or is marked as a sketch', () => {
  expect(PAGES.length).toBeGreaterThan(50);
  expect(PAGES.flatMap((page) => unmarkedBlocks(page, read(page)))).toEqual([]);
});

test('a block without a mark is found, and one that no test runs', () => {
  const block = (mark: string, language = 'php') => `Text.\n\n${mark}\n\n\`\`\`${language}\nx\n\`\`\`\n`;
  const found = (text: string) => unmarkedBlocks('docs/licensing/php.md', text);
  expect(found(block('A sentence.'))).toEqual(['docs/licensing/php.md:5: php']);
  expect(found(block('A sentence.', ''))).toHaveLength(1);
  expect(found(block('<!-- run by test/guides/none.spec.ts -->'))).toHaveLength(1);
  expect(found(block('<!-- run by test/faults/rollout.spec.ts -->'))).toHaveLength(1);
  expect(found(block('<!-- sketch -->') + block('<!-- run by test/guides/php.spec.ts -->') + block('A.', 'json'))).toEqual([]);
});
