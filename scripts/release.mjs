import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { besideBundle } from './packages-beside-bundle.mjs';

/**
 * `npm run release -- [--key <file>] [--out <folder>] [--clients <languages>]`: builds the commit HEAD, not the working tree, into an archive that is
 * also the context of its image, with an SBOM, the packages of the client libraries, checksums and, with a key, a signature. The same commit,
 * packages and tools make the same bytes of the archive. docs/release.md.
 */
const { values } = parseArgs({
  options: { key: { type: 'string' }, out: { type: 'string', default: 'release' }, clients: { type: 'string' } },
});
const out = resolve(values.out);

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const commit = git('rev-parse', 'HEAD');
const committedAt = new Date(Number(git('log', '-1', '--format=%ct')) * 1000);
const { version } = JSON.parse(git('show', 'HEAD:package.json'));
const name = `latchkey-${version}`;

/** What is delivered besides the compiled program. */
const DELIVERED = ['bin', 'deploy', 'docs', '.npmrc', 'README.md', 'CHANGELOG.md', 'SECURITY.md'];
const NAMESPACE = 'latchkey-release';

const work = mkdtempSync(join(tmpdir(), 'latchkey-release-'));
try {
  const [source, delivered] = [join(work, 'latchkey'), join(work, name)];
  mkdirSync(source);
  mkdirSync(join(delivered, 'dist'), { recursive: true });
  mkdirSync(out, { recursive: true });
  execFileSync('tar', ['-x', '-C', source], { input: execFileSync('git', ['archive', 'HEAD'], { maxBuffer: 2 ** 30 }) });
  symlinkSync(resolve('node_modules'), join(source, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: source, stdio: 'inherit' });

  for (const path of DELIVERED) cpSync(join(source, path), join(delivered, path), { recursive: true });
  for (const path of ['dist/bundle', 'dist/web', 'dist/reference']) {
    cpSync(join(source, path), join(delivered, path), { recursive: true, filter: (from) => !from.endsWith('/.build') });
  }
  const read = (path) => JSON.parse(readFileSync(join(source, path), 'utf8'));
  const { manifest, lock } = besideBundle(read('package.json'), read('package-lock.json'));
  writeFileSync(join(delivered, 'package.json'), json(manifest));
  writeFileSync(join(delivered, 'package-lock.json'), json(lock));
  const sbom = sbomOf(source);
  writeFileSync(join(delivered, 'sbom.cdx.json'), sbom);
  writeFileSync(join(delivered, 'release.json'), json({ version, commit, sbom_sha256: sha256(sbom) }));
  writeFileSync(join(delivered, 'Dockerfile'), imageOf(readFileSync(join(source, 'docker/Dockerfile'), 'utf8')));

  const [archive, bom] = [`${name}.tar.gz`, `${name}.sbom.cdx.json`];
  writeFileSync(join(out, archive), packed(work, name));
  writeFileSync(join(out, bom), sbom);
  const clients = join(out, 'clients');
  const languages = values.clients === undefined ? [] : ['--only', values.clients];
  rmSync(clients, { recursive: true, force: true });
  execFileSync('npm', ['run', '--silent', 'release:clients', '--', '--out', clients, ...languages], { stdio: 'inherit' });
  const packages = filesIn(clients).map((file) => relative(out, file));
  const sums = [archive, bom, ...packages].map((file) => `${sha256(readFileSync(join(out, file)))}  ${file}\n`).join('');
  writeFileSync(join(out, 'SHA256SUMS'), sums);
  rmSync(join(out, 'SHA256SUMS.sig'), { force: true });
  if (values.key) sign(values.key, join(out, 'SHA256SUMS'));
  console.log(
    `${join(out, archive)}: version ${version}, commit ${commit}${values.key ? '' : ', not signed: --key names a key of ssh-keygen'}`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.toSorted();
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The packages that run, in the bundle or beside it, by the lock file. What npm makes up for each run is left out. */
function sbomOf(cwd) {
  const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
  const { serialNumber: _random, ...sbom } = JSON.parse(
    execFileSync('npm', options, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  );
  return json({ ...sbom, metadata: { ...sbom.metadata, timestamp: committedAt.toISOString() } });
}

/** The image of the repository without the stage that builds the program. */
function imageOf(dockerfile) {
  const stages = dockerfile.split(/\n\n(?=#.*\nFROM |FROM )/);
  const text = stages.filter((stage) => !stage.includes('FROM base AS build')).join('\n\n');
  return text
    .replace(/^# Built from .*$/m, `# docker build --tag latchkey:${version} .`)
    .replaceAll('COPY --from=build /app/', 'COPY ')
    .replace('COPY package.json ./\nCOPY --from=packages', 'COPY package.json release.json ./\nCOPY --from=packages');
}

/** Names, owners, times and modes do not depend on the machine. */
function packed(cwd, folder) {
  chmodSync(join(cwd, folder, 'bin/latchkey'), 0o755);
  const same = [
    '--sort=name',
    `--mtime=@${committedAt.getTime() / 1000}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go+r-w',
  ];
  const tar = execFileSync('tar', ['-c', '--format=ustar', ...same, folder], { cwd, maxBuffer: 2 ** 30 });
  return execFileSync('gzip', ['-n', '-9'], { input: tar, maxBuffer: 2 ** 30 });
}

/** Writes `SHA256SUMS.sig`. The key may be one of a security key or of an agent. */
function sign(key, file) {
  if (!existsSync(key)) throw new Error(`There is no key at ${key}. \`ssh-keygen -t ed25519 -f ${key}\` makes one.`);
  execFileSync('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', NAMESPACE, file], { stdio: ['inherit', 'ignore', 'inherit'] });
}
