import { globSync } from 'node:fs';
import { join } from 'node:path';
import { de as consoleDe } from '../../apps/web/console/words/de.ts';
import { en as consoleEn } from '../../apps/web/console/words/en.ts';
import { ar as uiAr } from '../../apps/web/i18n/ui-words.ar.ts';
import { de as uiDe } from '../../apps/web/i18n/ui-words.de.ts';
import { en as uiEn } from '../../apps/web/i18n/ui-words.en.ts';
import { ar as portalAr } from '../../apps/web/portal/words/ar.ts';
import { de as portalDe } from '../../apps/web/portal/words/de.ts';
import { en as portalEn } from '../../apps/web/portal/words/en.ts';
import { ROOT } from '../support/processes.ts';

type Leaf = string | ((...given: never[]) => string | null);
interface Tree {
  readonly [name: string]: Leaf | Tree;
}

/** What languages call the same, and names. */
const SAME = new Set(
  `Browser Code Dashboards Domain Domains Downloads Format ID Name Passkey Passkeys Person Sandbox Sandboxes Slug Status Support Team Test Text URL Version Webhooks Website
  Paddle Stripe Releases Alpha Beta Windows macOS Linux Android iOS x64 x86 ARM ARM64 Universal SHA-256`.split(/\s+/),
).add('Lemon Squeezy');

const leavesOf = (tree: Tree, path = ''): readonly (readonly [path: string, leaf: Leaf])[] =>
  Object.entries(tree).flatMap(([name, each]) =>
    typeof each === 'object' ? leavesOf(each, `${path}${name}.`) : [[path + name, each] as const],
  );

/** Whether it has a letter of its own, beside values that it is given. What is not told is null. */
const hasWords = (leaf: Leaf): boolean =>
  /\p{L}/u.test(
    String(leaf)
      .replace(/^[^`'"]*=>/, '')
      .replaceAll(/\$\{[^}]*\}|\bnull\b/g, ''),
  );

/** The paths at which another language is missing, or still English. */
function untranslated(english: Tree, translated: Tree): string[] {
  const found = new Map(leavesOf(translated));
  return leavesOf(english)
    .filter(([path, leaf]) => {
      const own = found.get(path);
      return typeof own !== typeof leaf || (String(own) === String(leaf) && hasWords(leaf) && !SAME.has(String(leaf)));
    })
    .map(([path]) => path);
}

test.each([
  ['German of the console', consoleEn, consoleDe],
  ['German of the portal', portalEn, portalDe],
  ['German of all pages', uiEn, uiDe],
  ['Arabic of the portal', portalEn, portalAr],
  ['Arabic of all pages', uiEn, uiAr],
] as const)('the %s is complete', (_where, english, translated) => {
  expect(untranslated(english, translated)).toEqual([]);
});

/** The words of parts of the console that are loaded when they are shown, by the exports of their files. */
const PARTS = globSync('apps/web/**/*words.en.ts', { cwd: ROOT }).map((file) => file.replace(/\.en\.ts$/, ''));

test.each([
  ['German', 'de', PARTS],
  ['Arabic', 'ar', PARTS.filter((part) => part.startsWith('apps/web/portal/') || part.endsWith('keys/answer-words'))],
] as const)('the %s of each part is complete', async (_name, language, parts) => {
  expect(parts.length).toBeGreaterThan(2);
  const wordsIn = async (file: string): Promise<Tree> =>
    Object.values((await import(join(ROOT, file))) as Readonly<Record<string, Tree>>)[0]!;
  const missing = await Promise.all(
    parts.map(async (part) =>
      untranslated(await wordsIn(`${part}.en.ts`), await wordsIn(`${part}.${language}.ts`)).map((path) => `${part}: ${path}`),
    ),
  );
  expect(missing.flat()).toEqual([]);
});

test('a text that is missing or was copied is found', () => {
  const english = { name: 'Name', save: 'Save', group: { count: (n: number) => `${n} devices`, gone: 'Gone' } };
  const german = { name: 'Name', save: 'Save', group: { count: (n: number) => `${n} devices` } };
  expect(untranslated(english, german)).toEqual(['save', 'group.count', 'group.gone']);
});
