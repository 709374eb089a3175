import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countedInArabic } from '../../apps/web/i18n/arabic.ts';
import { ROOT } from '../support/processes.ts';

const SIDE =
  /(?<![\w.-])(?:[a-z-]+-)?(?:left|right)(?:-radius|-width|-color|-style)?\s*:|:[^;{}]*(?<![\w-])(?:left|right)(?![\w-])/;
const FOUR_SIDES = /(?<![\w-])(?:margin|padding|inset|border-width)\s*:\s*([^;]+);/g;
const IN_SCRIPTS =
  /\b(?:style=\{\{[^}]*\b(?:left|right|(?:margin|padding|border)(?:Left|Right))\s*:|textAlign:\s*'(?:left|right)')/;

/** The values of a shorthand; spaces within brackets separate none. */
const valuesOf = (text: string): string[] => text.match(/(?:[^\s(]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?)+/g) ?? [];

/** Rules of a style sheet that are the same in languages that are written from right to left: they name a side instead of an end. */
const fixedTo = (css: string): string[] => {
  const rules = css.replaceAll(/\/\*[^]*?\*\//g, '').split('\n');
  const named = rules.filter((line) => !line.includes('{') && SIDE.test(line));
  const shorthands = [...css.matchAll(FOUR_SIDES)].filter(([, values]) => {
    const [, right, , left] = valuesOf(values!);
    return left !== undefined && left !== right;
  });
  return [...named, ...shorthands.map(([rule]) => rule)].map((rule) => rule.trim());
};

test('no style is fixed to the left or the right', () => {
  const problemsIn = (pattern: string, find: (text: string) => readonly string[]): string[] =>
    globSync(pattern, { cwd: ROOT }).flatMap((file) =>
      find(readFileSync(join(ROOT, file), 'utf8')).map((problem) => `${file}: ${problem}`),
    );
  expect(problemsIn('apps/web/**/*.css', fixedTo)).toEqual([]);
  expect(problemsIn('apps/web/**/*.tsx', (text) => IN_SCRIPTS.exec(text) ?? [])).toEqual([]);
});

test('what is fixed to a side is found', () => {
  const wrong = [
    'margin-left: 4px;',
    'text-align: right;',
    'left: 0;',
    'border-top-left-radius: 2px;',
    'padding: 0 1px 2px 3px;',
  ];
  const right = ['margin-inline-start: 4px;', 'padding: 1px 2px 3px;', 'inset: calc(100% + 6px) 0 auto;', 'text-align: start;'];
  expect([...wrong, ...right].flatMap(fixedTo)).toEqual(wrong);
  expect(fixedTo('.left {\n  margin: 0 calc(1px + (2px)) 0 calc(1px + (2px));\n}')).toEqual([]);
});

test('Arabic counts in six forms', () => {
  const forms = { zero: 'none', one: 'one', two: 'both', few: '# few', many: '# many', other: '# other' };
  expect([0, 1, 2, 3, 10, 11, 99, 100, 103].map((count) => countedInArabic(count, forms))).toEqual(
    'none,one,both,3 few,10 few,11 many,99 many,100 other,103 few'.split(','),
  );
});
