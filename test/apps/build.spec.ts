import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/processes.ts';

let folder: string;
const at = (path: string): string => join(folder, path);
const write = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const build = () => spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, encoding: 'utf8' });
/** The build replaces the files that it writes, so a new inode number means that a file was compiled again. */
const inode = (path: string): number => statSync(at(path)).ino;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-build-'));
  for (const file of ['.swcrc', 'nest-cli.json', 'tsconfig.build.json', 'scripts']) {
    cpSync(join(ROOT, file), at(file), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), at('node_modules'));
  write('package.json', '{ "type": "module" }');
  write('apps/main.ts', `import { text } from '../libs/text.ts';\nconsole.log(text satisfies string);\n`);
  write('libs/text.ts', `export const text: string = 'built';\n`);
  write('libs/text.spec.ts', '');
  write('libs/text/testing/builder.ts', '');
  build();
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the compiled program runs and has source maps', () => {
  expect(build()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(spawnSync(process.execPath, [at('dist/apps/main.js')], { encoding: 'utf8' }).stdout).toBe('built\n');
  expect(readFileSync(at('dist/apps/main.js'), 'utf8')).toMatch(/\n\/\/# sourceMappingURL=main\.js\.map$/);
  expect(JSON.parse(readFileSync(at('dist/apps/main.js.map'), 'utf8'))).toMatchObject({ sources: ['../../apps/main.ts'] });
});

test('without packages it says what to do', () => {
  rmSync(at('node_modules'));
  expect(build()).toMatchObject({ status: 1, stdout: '', stderr: 'The packages are not installed. Run `npm ci` first.\n' });
});

test('specs and testing folders are left out', () => {
  expect(existsSync(at('dist/libs/text.spec.js'))).toBe(false);
  expect(existsSync(at('dist/libs/text/testing'))).toBe(false);
});

test('only changed sources are compiled again, even if the new modification time is older', () => {
  const before = [inode('dist/apps/main.js'), inode('dist/libs/text.js')];
  write('libs/text.ts', `export const text: string = 'changed';\n`);
  utimesSync(at('libs/text.ts'), new Date(0), new Date(0));
  expect(build().status).toBe(0);
  expect(inode('dist/apps/main.js')).toBe(before[0]);
  expect(inode('dist/libs/text.js')).not.toBe(before[1]);
  expect(readFileSync(at('dist/libs/text.js'), 'utf8')).toContain('changed');
});

test('changed compiler options compile everything again', () => {
  write('.swcrc', readFileSync(at('.swcrc'), 'utf8').replace('es2023', 'es2022'));
  const before = inode('dist/apps/main.js');
  expect(build().status).toBe(0);
  expect(inode('dist/apps/main.js')).not.toBe(before);
});

test('outputs without a source are deleted', () => {
  write('dist/libs/orphan.js', '');
  rmSync(at('libs/text.ts'));
  expect(build().status).toBe(0);
  expect(['dist/libs/orphan.js', 'dist/libs/text.js', 'dist/libs/text.js.map'].filter((file) => existsSync(at(file)))).toEqual(
    [],
  );
});

test('a syntax error is reported with its location by every build until it is fixed', () => {
  const valid = readFileSync(at('libs/text.ts'), 'utf8');
  write('libs/text.ts', 'export const text: = 1;\n');
  for (const attempt of [build(), build()]) {
    expect(attempt).toMatchObject({ status: 1, stderr: expect.stringContaining('libs/text.ts:1:') });
  }
  write('libs/text.ts', valid);
  expect(build()).toMatchObject({ status: 0, stderr: '' });
});

describe('the bundled program', () => {
  beforeEach(() => {
    write('package-lock.json', '{}');
    write('apps/cli/main.ts', `const { text } = await import('../../libs/text.ts');\nconsole.log(text);\n`);
    build();
  });
  const program = 'dist/bundle/latchkey.js';
  const run = () => spawnSync(process.execPath, [at(program)], { encoding: 'utf8' }).stdout;
  const files = () => readdirSync(at('dist/bundle')).filter((name) => name.endsWith('.js'));

  test('runs without the compiled modules', () => {
    rmSync(at('dist/apps'), { recursive: true });
    rmSync(at('dist/libs'), { recursive: true });
    expect(run()).toBe('built\n');
  });

  test('is bundled again if a source or a package has changed, and only then', () => {
    const before = inode(program);
    build();
    expect(inode(program)).toBe(before);
    write('package-lock.json', '{ "packages": {} }');
    build();
    const after = inode(program);
    expect(after).not.toBe(before);
    write('libs/text.ts', `export const text: string = 'changed';\n`);
    build();
    expect([inode(program) === after, run()]).toEqual([false, 'changed\n']);
  });

  test('keeps the files of the build before, which a process may still load, and no older ones', () => {
    const first = files();
    for (const text of ['second', 'third']) {
      write('libs/text.ts', `export const text: string = '${text}';\n`);
      build();
    }
    const lazy = first.find((name) => name !== 'latchkey.js');
    expect([files().length, files().includes(lazy!), run()]).toEqual([3, false, 'third\n']);
  });
});
