import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Reader } from '../test/guides/reader.ts';
import { blocksOf } from '../test/support/code-blocks.ts';

/**
 * The first hour of a newcomer, without the reading: clones the repository, starts the service, and follows the README and all guides with
 * packages of an application's own; only signing in is left out, which needs a browser. It fails where something else is printed than a page
 * says, and prints how long each step takes: `npm run first-hour`. It needs the registries of npm and PyPI.
 */
const ROOT = resolve(import.meta.dirname, '..');
const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const PACKAGES = ['@polar-sh/sdk', 'standardwebhooks'].map((name) => `${name}@${devDependencies[name]}`);
const PORTS = { 3000: 3017, 4000: 4017 };

const folder = mkdtempSync(join(tmpdir(), 'latchkey-first-hour-'));
const [clone, application] = ['latchkey', 'application'].map((name) => join(folder, name));
/** The Node of the machine, not the one that npm found for this script. */
const PATH = process.env.PATH.split(delimiter)
  .filter((entry) => !entry.includes('node_modules'))
  .join(delimiter);
const env = { HOME: process.env.HOME, PATH, PORT: String(PORTS[3000]) };

const run = (command, args, cwd) => execFileSync(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });

let total = 0;
function tell(name, seconds) {
  process.stdout.write(`${name.padEnd(44)} ${seconds.toFixed(1).padStart(6)} s\n`);
}
async function step(name, work) {
  const start = performance.now();
  const result = await work();
  const seconds = (performance.now() - start) / 1000;
  total += seconds;
  tell(name, seconds);
  return result;
}

async function startService(settings = {}) {
  const started = { cwd: clone, env: { ...env, ...settings }, detached: true, stdio: ['ignore', 'pipe', 'inherit'] };
  const service = spawn('npm', ['start'], started);
  let printed = '';
  for await (const text of service.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text;
    if (printed.includes('Latchkey is ready')) return service;
  }
  throw new Error(`The service did not start:\n${printed}`);
}

async function stopService(service) {
  const ended = once(service, 'close');
  process.kill(-service.pid, 'SIGINT');
  service.stdout.resume();
  await ended;
}

const place = { installation: clone, data: join(clone, '.latchkey'), ports: PORTS, env: { PATH } };

/** Follows pages in one terminal, as a reader who begins in a new one; of the last page maybe some sections only. */
async function follow(pages, sections) {
  await using reader = await Reader.begin({ ...place, modules: join(application, 'node_modules') });
  for (const name of pages) {
    const page = `docs/guides/${name}.md`;
    const [difference] = await reader.follow(page, name === pages.at(-1) ? sections : undefined);
    if (difference) throw new Error(`${page} says\n${difference.shown}\nand what was printed is\n${difference.printed}`);
  }
}

/** All blocks of the first five minutes, in their order; the program is saved as the page says. */
async function followReadme() {
  await using reader = await Reader.begin(place);
  for (const { language, code } of blocksOf('README.md', 'The first five minutes')) {
    await reader.run(language === 'js' ? `cat > try.mjs <<'END'\n${code}END\nnpx node try.mjs` : code);
  }
}

function installPackages() {
  mkdirSync(application);
  run('npm', ['install', '--silent', '--no-audit', ...PACKAGES], application);
}

/** Guides that begin where another one ends follow it. */
const GUIDES = [['first-webhook'], ['desktop-application', 'offline'], ['ci-and-containers'], ['seats'], ['usage'], ['moving']];

let service;
try {
  await step('clone', () => run('git', ['clone', '--quiet', ROOT, clone], folder));
  await step('npm ci', () => run('npm', ['ci', '--silent', '--no-audit'], clone));
  service = await step('npm start, until it is ready', () => startService());
  await step('README', followReadme);
  await step('npm install of the public client', installPackages);
  await step('web-application, in JavaScript', () => follow(['web-application'], ['']));
  await step('web-application, in Python with its packages', () => follow(['web-application'], ['', 'In Python']));
  for (const names of GUIDES) await step(names.join(', '), () => follow(names));
  await stopService(service);
  service = undefined;
  service = await step('npm start of a sandbox', () => startService({ ENVIRONMENT: 'sandbox' }));
  await step('testing', () => follow(['testing']));
  tell('all of it', total);
} finally {
  if (service) await stopService(service);
  rmSync(folder, { recursive: true, force: true });
}
