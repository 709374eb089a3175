import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FIRST_BLOCK } from '../../packages/conformance/src/cases/first-block.ts';
import { Drivers } from '../../packages/conformance/src/drivers.ts';
import { problemOf } from '../../packages/conformance/src/run.ts';
import { publishedGoMod, publishedPackageJson, publishedPyproject, publishedReadme } from './published-form.mjs';

/**
 * `npm run release:clients -- [--out <folder>] [--only typescript]`: builds the packages of the client libraries from the commit HEAD, not the
 * working tree, installs each in an empty project and runs the first block of its README. Names and license: packages/release.json.
 */
const { values } = parseArgs({ options: { out: { type: 'string', default: 'release/clients' }, only: { type: 'string' } } });
const out = resolve(values.out);

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 }).trim();
const settings = JSON.parse(git('show', 'HEAD:packages/release.json'));
const { names, license } = settings;
const committedAt = git('log', '-1', '--format=%cI');
const run = (program, args, options) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...options });
const python = (file) => join(work, file, 'bin/python');

const CLIENTS = [
  { name: 'typescript', folder: 'packages/client', build: npmPackage },
  { name: 'python', folder: 'packages/clients/python', build: pythonPackages },
  { name: 'go', folder: 'packages/clients/go', build: goModule },
];

const work = mkdtempSync(join(tmpdir(), 'latchkey-release-clients-'));
const failed = [];
try {
  const source = join(work, 'latchkey');
  mkdirSync(source);
  run('tar', ['-x', '-C', source], { input: execFileSync('git', ['archive', 'HEAD'], { maxBuffer: 2 ** 30 }), stdio: 'pipe' });
  symlinkSync(resolve('node_modules'), join(source, 'node_modules'));
  for (const { name, folder, build } of CLIENTS.filter((each) => values.only === undefined || each.name === values.only)) {
    const [from, to] = [join(source, folder), join(out, name)];
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to, { recursive: true });
    copyFileSync(join(source, license.file), join(from, 'LICENSE'));
    copyFileSync(join(source, 'CHANGELOG.md'), join(from, 'CHANGELOG.md'));
    const about = { ...settings, folder };
    rewrite(join(from, 'README.md'), (text) => publishedReadme(text, about));
    const firstBlock = build({ from, to, about });
    const drivers = new Drivers({ name, command: '', cwd: work, firstBlock: { readme: join(from, 'README.md'), ...firstBlock } });
    const problem = await problemOf(FIRST_BLOCK, drivers);
    if (problem !== undefined) failed.push(name);
    console.log(`${name}: ${problem ?? 'installed in an empty project, and the first block of its README runs'}`);
    for (const file of filesIn(to)) console.log(`  ${file.slice(out.length + 1)}  ${statSync(file).size} bytes`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed.length === 0 ? 0 : 1;

/** A tarball for npm. */
function npmPackage({ from, to, about }) {
  run('npm', ['run', 'build'], { cwd: from });
  rewrite(join(from, 'package.json'), (text) => publishedPackageJson(text, about));
  rewrite(join(from, 'README.md'), (text) => text.replaceAll('@latchkey/client', names.npm));
  run('npm', ['pack', '--pack-destination', to], { cwd: from });
  return {
    file: 'application.mts',
    prepare: `npm init --yes >/dev/null && npm install --no-audit --no-fund --silent '${onlyFileIn(to, '.tgz')}'`,
    run: `"${process.execPath}" application.mts`,
  };
}

/** A source distribution and a wheel for PyPI. */
function pythonPackages({ from, to, about }) {
  rewrite(join(from, 'pyproject.toml'), (text) => publishedPyproject(text, about));
  run('python3', ['-m', 'venv', join(work, 'builder')]);
  run(python('builder'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', 'hatchling==1.27.0']);
  run(python('builder'), ['-m', 'hatchling', 'build', '--directory', to], { cwd: from });
  return {
    file: 'application.py',
    prepare: `python3 -m venv .venv && .venv/bin/pip install --quiet --disable-pip-version-check '${onlyFileIn(to, '.whl')}'`,
    run: '.venv/bin/python application.py',
  };
}

/** The files of a module proxy, which is what `GOPROXY` names. */
function goModule({ from, to, about }) {
  rewrite(join(from, 'go.mod'), (text) => publishedGoMod(text, about));
  const [, module] = /^module (\S+)$/m.exec(git('show', `HEAD:${about.folder}/go.mod`));
  for (const file of ['README.md', 'example/main.go']) rewrite(join(from, file), (text) => text.replaceAll(module, names.go));
  const [, number] = /^const Version = "(.+)"$/m.exec(readFileSync(join(from, 'transport.go'), 'utf8'));
  const version = `v${number}`;
  const [versions, zipped] = [join(to, names.go, '@v'), join(work, 'module', `${names.go}@${version}`)];
  mkdirSync(versions, { recursive: true });
  cpSync(from, zipped, { recursive: true });
  writeFileSync(join(versions, 'list'), `${version}\n`);
  writeFileSync(join(versions, `${version}.info`), JSON.stringify({ Version: version, Time: committedAt }));
  copyFileSync(join(from, 'go.mod'), join(versions, `${version}.mod`));
  run('python3', [join(import.meta.dirname, 'zip.py'), join(versions, `${version}.zip`), join(work, 'module')]);
  const environment = `export GOPROXY='file://${to}' GOSUMDB=off GOMODCACHE="$PWD/modules" GOFLAGS=-modcacherw`;
  return {
    file: 'main.go',
    prepare: `${environment} && go mod init flight-notes && go get ${names.go}@${version} && go build -o application`,
    run: './application',
  };
}

function rewrite(path, change) {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function onlyFileIn(folder, end) {
  const [file, ...others] = readdirSync(folder).filter((name) => name.endsWith(end));
  if (file === undefined || others.length > 0) throw new Error(`${basename(folder)}: one file ${end} is expected.`);
  return join(folder, file);
}
