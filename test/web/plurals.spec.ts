import { de as consoleDe } from '../../apps/web/console/words/de.ts';
import { en as consoleEn } from '../../apps/web/console/words/en.ts';
import { de as uiDe } from '../../apps/web/i18n/ui-words.de.ts';
import { en as uiEn } from '../../apps/web/i18n/ui-words.en.ts';
import { de as portalDe } from '../../apps/web/portal/words/de.ts';
import { en as portalEn } from '../../apps/web/portal/words/en.ts';

type Words = { readonly [name: string]: unknown };

/** What may follow any number: it counts nothing, or is the same in the plural. */
const NO_NOUN = /^(?:chosen|gewählt|more|weitere|of|von|Schlüssel|Stück|Token|Zähler)$/;

const call = (leaf: (...given: unknown[]) => unknown, given: readonly unknown[]): string => {
  try {
    return String(leaf(...given));
  } catch {
    return '';
  }
};

/** The paths of texts that say the same noun after 1 as after 2. What is counted is their parameter `count`, a number or one as text. */
function disagreeing(words: unknown, path = ''): string[] {
  if (typeof words === 'object' && words !== null)
    return Object.entries(words as Words).flatMap(([name, each]) => disagreeing(each, path ? `${path}.${name}` : name));
  if (typeof words !== 'function') return [];
  const leaf = words as (...given: unknown[]) => unknown;
  const names =
    /^\(?([^)=]*)\)?\s*=>/
      .exec(String(leaf))?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  const place = names.indexOf('count');
  if (place === -1) return [];
  const isWrong = (write: (n: number) => unknown): boolean => {
    const [one, two] = [1, 2].map((n) =>
      call(
        leaf,
        names.map((_, at) => (at === place ? write(n) : true)),
      ),
    ) as [string, string];
    const noun = /(?<![\p{L}\d.])1 (\p{L}+)/u.exec(one)?.[1];
    return noun !== undefined && !NO_NOUN.test(noun) && one.replaceAll('1', '2') === two;
  };
  return isWrong((n) => n) && isWrong(String) ? [path] : [];
}

test.each([
  ['the console in English', consoleEn],
  ['the console in German', consoleDe],
  ['the portal in English', portalEn],
  ['the portal in German', portalDe],
  ['all pages in English', uiEn],
  ['all pages in German', uiDe],
] as const)('numbers and nouns of %s agree', (_where, words) => {
  expect(disagreeing(words)).toEqual([]);
});

test('a noun that is always plural is found', () => {
  const wrong = (count: string, isExact: boolean) => (isExact ? `${count} keys` : `More than ${count} keys`);
  const right = (count: string) => `${count} ${count === '1' ? 'key' : 'keys'}`;
  expect(disagreeing({ keys: { wrong, right, of: (a: string, b: string) => `${a} of ${b}` } })).toEqual(['keys.wrong']);
});
