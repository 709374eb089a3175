import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FIRST_BLOCK } from '../../conformance/src/cases/first-block.ts';
import { Drivers } from '../../conformance/src/drivers.ts';
import { say } from '../../conformance/src/report.ts';
import { problemOf } from '../../conformance/src/run.ts';
import { publishCrate } from './crates.ts';
import { publishGoModule } from './go-module.ts';
import { publishForMaven } from './maven.ts';
import { publishForNpm } from './npm.ts';
import { publishForPackagist } from './packagist.ts';
import { publishedReadme, type Settings } from './published-form.ts';
import { publishForPyPi } from './pypi.ts';
import { type Publish, rewrite } from './stage.ts';

/**
 * `npm run release:clients -- [--out <folder>] [--only <languages, by commas>]`: makes the packages of the client libraries from the commit HEAD, not from
 * the working tree, installs each in an empty project, and runs the first block of its README there until it has a license
 * (docs/release.md).
 */
const { values } = parseArgs({ options: { out: { type: 'string', default: 'release/clients' }, only: { type: 'string' } } });
const CLIENTS: readonly { readonly name: string; readonly folder: string; readonly publish: Publish }[] = [
  { name: 'typescript', folder: 'packages/client', publish: publishForNpm },
  { name: 'python', folder: 'packages/clients/python', publish: publishForPyPi },
  { name: 'go', folder: 'packages/clients/go', publish: publishGoModule },
  { name: 'rust', folder: 'packages/clients/rust', publish: publishCrate },
  { name: 'java', folder: 'packages/clients/java', publish: publishForMaven },
  { name: 'php', folder: 'packages/clients/php', publish: publishForPackagist },
];

const wanted = values.only?.split(',') ?? CLIENTS.map(({ name }) => name);
const unknown = wanted.find((language) => !CLIENTS.some(({ name }) => name === language));
if (unknown !== undefined) throw new Error(`There is no client \`${unknown}\`.`);

const out = resolve(values.out);
const work = mkdtempSync(join(tmpdir(), 'latchkey-publication-'));
const failed: string[] = [];
try {
  const source = join(work, 'latchkey');
  mkdirSync(source);
  execFileSync('tar', ['-x', '-C', source], { input: execFileSync('git', ['archive', 'HEAD'], { maxBuffer: 2 ** 30 }) });
  symlinkSync(resolve('node_modules'), join(source, 'node_modules'));
  const publication = join(source, 'packages/publication');
  const settings = JSON.parse(readFileSync(join(publication, 'settings.json'), 'utf8')) as Settings;
  const committedAt = execFileSync('git', ['log', '-1', '--format=%cI'], { encoding: 'utf8' }).trim();
  for (const { name, folder, publish } of CLIENTS.filter((each) => wanted.includes(each.name))) {
    const [from, to] = [join(source, folder), join(out, name)];
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to, { recursive: true });
    copyFileSync(join(publication, 'LICENSE'), join(from, 'LICENSE'));
    copyFileSync(join(source, 'CHANGELOG.md'), join(from, 'CHANGELOG.md'));
    const readme = join(from, 'README.md');
    rewrite(readme, (text) => publishedReadme(text, settings, folder));
    const startedAt = performance.now();
    const firstBlock = { readme, ...publish({ settings, folder, from, to, work, committedAt }) };
    const problem = await problemOf(FIRST_BLOCK, new Drivers({ name, command: '', cwd: work, firstBlock }));
    if (problem !== undefined) failed.push(name);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    say(
      `${name}: ${problem ?? `from its sources to a license by the first block of its README, in an empty project, in ${seconds} s`}`,
    );
    for (const file of filesIn(to)) say(`  ${relative(out, file)}, ${statSync(file).size} bytes`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed.length === 0 ? 0 : 1;

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
