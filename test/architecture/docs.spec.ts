import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise } from './violation-fixture.ts';
import { undocumentedSettings, unreadSettings } from './settings.ts';
import { isGenerated, production, ROOT } from './sources.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const PAGES = ['*.md', 'docs/**/*.md', 'libs/*/README.md', 'packages/*/README.md'];

const allIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!);

test('every dependency is pinned and has a reason', () => {
  const [, ofProduction, ofDevelopment] = read('docs/decisions/0003-dependencies.md').split(/^## /m);
  const rows = (table: string | undefined): string[] => allIn(table ?? '', /^\| `([^`]+)`\s*\| \S/gm);
  expect(rows(ofProduction)).toEqual(Object.keys(manifest.dependencies));
  expect(rows(ofDevelopment)).toEqual(Object.keys(manifest.devDependencies));
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter((version) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('every architecture rule is explained', () => {
  const text = read('docs/architecture.md');
  expect(cruise([]).rules.filter((rule) => !text.includes(`\`${rule}\``))).toEqual([]);
});

test('the page of the settings is complete, and each setting is read', () => {
  const environment = read('libs/platform/src/config/environment.ts');
  const page = read('docs/configuration.md');
  expect(undocumentedSettings(environment, page)).toEqual([]);
  expect(undocumentedSettings(`${environment}\n  PLANTED = 1;\n`, page)).toEqual([expect.stringMatching(/^PLANTED has no row/)]);
  expect(unreadSettings(production())).toEqual([]);
  const unread = production().filter(({ code }) => !code.includes('auditLogDays'));
  expect(unreadSettings(unread)).toContain('nothing reads the setting AUDIT_LOG_DAYS');
});

test('every command in the documents is one of package.json', () => {
  const pages = globSync(PAGES, { cwd: ROOT });
  const commands = pages.flatMap((page) => allIn(read(page), /\bnpm run ([a-z][a-z:-]*)/g));
  expect([...new Set(commands)].filter((command) => !(command in manifest.scripts))).toEqual([]);
});

/** What a page links to in the repository, as paths from its root. */
const linkedFrom = (page: string): string[] =>
  allIn(read(page), /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g).map((target) => join(dirname(page), target));

test('the page about security has every kind of token', () => {
  const prefixes = allIn(read('libs/engine/src/secrets/token.ts'), /'(latchkey_[a-z]+_)'/g);
  const page = read('docs/security.md');
  expect(prefixes.length).toBeGreaterThan(5);
  expect(prefixes.filter((prefix) => !page.includes(`\`${prefix}\``))).toEqual([]);
});

test('links between documents resolve', () => {
  const pages = globSync(PAGES, { cwd: ROOT });
  const dead = pages.flatMap((page) =>
    linkedFrom(page)
      .filter((target) => !existsSync(join(ROOT, target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(dead).toEqual([]);
});

/** The names by which GitHub links to the headings of a page. */
const anchorsOf = (page: string): string[] =>
  allIn(read(page).replace(/^```[^]*?^```/gm, ''), /^#+ (.+)$/gm).map((heading) =>
    heading
      .replace(/\]\([^)]*\)/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('pages that code names exist', () => {
  const sources = globSync(['{apps,bench,deploy,docker,libs,packages,scripts,test}/**/*.{ts,tsx,mjs,yaml}', 'bin/*'], {
    cwd: ROOT,
    exclude: isGenerated,
  });
  const named = sources.flatMap((file) =>
    allIn(read(file), /(?<![^.]\/)\b(docs\/[\w/-]+\.md)\b/g).map((page) => [file, page] as const),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(([, page]) => !existsSync(join(ROOT, page)))).toEqual([]);
});

/** Pages that say how the code is made. Others also name what readers write themselves, and what other services have. */
const ABOUT_CODE = ['docs/architecture.md', 'docs/performance.md', 'docs/decisions/*.md', 'libs/*/README.md'];

/** Names of code that a page has in backticks, such as `BatchTable`, `readDb(em)` and `keyset.ts`, and that nothing has. */
function unknownNames(page: string, words: ReadonlySet<string>, files: readonly string[]): string[] {
  const named = allIn(page.replace(/^```[^]*?^```/gm, ''), /`([^`\n]+)`/g);
  const identifiers = named.flatMap((name) => /^@?([A-Za-z]\w*[a-z]\w*)(?:<\w+>)?(?:\([^)]*\))?$/.exec(name)?.[1] ?? []);
  return [
    ...identifiers.filter((name) => /[a-z][A-Z]/.test(name) && !words.has(name)),
    ...named.filter((name) => /^[\w./-]+\.(?:ts|tsx|mjs)$/.test(name) && !files.some((file) => `/${file}`.endsWith(`/${name}`))),
  ];
}

test('names of code in the documents exist', () => {
  const code = globSync(
    '{apps,bench,docker,libs,packages,scripts,test}/**/*.{ts,tsx,mjs,js,yaml,py,rs,go,java,cs,swift,kt,h,c}',
    {
      cwd: ROOT,
      exclude: isGenerated,
    },
  );
  const words = new Set(
    [...code, 'package.json', '.ci/run', '.dependency-cruiser.mjs'].flatMap((file) => read(file).match(/\w+/g) ?? []),
  );
  const files = [...code, '.dependency-cruiser.mjs'];
  const unknown = globSync(ABOUT_CODE, { cwd: ROOT }).flatMap((page) =>
    unknownNames(read(page), words, files).map((name) => `${page}: ${name}`),
  );
  expect(unknown).toEqual([]);
  expect(unknownNames('`KeyForms` was `GoneTable`, in `gone-table.ts`', new Set(['KeyForms']), files)).toEqual([
    'GoneTable',
    'gone-table.ts',
  ]);
});

test('links to headings resolve', () => {
  const dead = globSync(PAGES, { cwd: ROOT }).flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)].flatMap(([, target, anchor]) => {
      const linked = target ? join(dirname(page), target) : page;
      return anchorsOf(linked).includes(anchor!) ? [] : [`${page}: ${linked}#${anchor!}`];
    }),
  );
  expect(dead).toEqual([]);
});

test('every page is reached from docs/README.md', () => {
  const reached = new Set(['docs/README.md']);
  for (const page of reached) for (const target of page.endsWith('.md') ? linkedFrom(page) : []) reached.add(target);
  expect(globSync(PAGES, { cwd: ROOT }).filter((page) => !reached.has(page))).toEqual([]);
  expect(linkedFrom('README.md')).toContain('docs/README.md');
});

test('every picture is on a page', () => {
  const shown = new Set(globSync(PAGES, { cwd: ROOT }).flatMap(linkedFrom));
  expect(globSync('docs/screenshots/**/*.png', { cwd: ROOT }).filter((picture) => !shown.has(picture))).toEqual([]);
});
