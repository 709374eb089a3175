import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Reader } from '../test/guides/reader.ts';
import { blocksOf } from '../test/support/code-blocks.ts';

/**
 * The first hour of a newcomer, without the reading: clones the repository, starts the service, and follows the README and guides with
 * packages of an application's own. Prints how long each step takes: `npm run first-hour`. It needs the registries of npm and PyPI.
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

async function startService() {
  const service = spawn('npm', ['start'], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const text of service.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text;
    if (printed.includes('Latchkey is ready')) return service;
  }
  throw new Error(`The service did not start:\n${printed}`);
}

/** Follows a page as a reader who begins in a new terminal. */
async function follow(page, sections) {
  const place = { installation: clone, data: join(clone, '.latchkey'), modules: join(application, 'node_modules') };
  await using reader = await Reader.begin({ ...place, ports: PORTS, env: { PATH } });
  const [difference] = await reader.follow(page, sections);
  if (difference) throw new Error(`${page} says\n${difference.shown}\nand what was printed is\n${difference.printed}`);
}

async function issueFirstKey() {
  await using reader = await Reader.begin({ installation: clone, data: join(clone, '.latchkey'), env: { PATH } });
  const commands = blocksOf('README.md', 'The first five minutes').filter(({ language }) => language === 'sh');
  for (const { code } of commands) await reader.run(code);
}

function installPackages() {
  mkdirSync(application);
  run('npm', ['install', '--silent', '--no-audit', ...PACKAGES], application);
}

let service;
try {
  await step('clone', () => run('git', ['clone', '--quiet', ROOT, clone], folder));
  await step('npm ci', () => run('npm', ['ci', '--silent', '--no-audit'], clone));
  service = await step('npm start, until it is ready', startService);
  await step('README: first license key', issueFirstKey);
  await step('npm install of the public client', installPackages);
  await step('integration in JavaScript', () => follow('docs/guides/web-application.md', ['']));
  await step('integration in Python, with its packages', () => follow('docs/guides/web-application.md', ['', 'In Python']));
  await step('first webhook', () => follow('docs/guides/first-webhook.md'));
  await step('first offline lease', () => follow('docs/guides/desktop-application.md'));
  tell('all of it', total);
} finally {
  if (service) process.kill(-service.pid, 'SIGINT');
  rmSync(folder, { recursive: true, force: true });
}
