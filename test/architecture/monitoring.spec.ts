import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectMetrics } from '#platform/metrics';
import { ROOT } from '../support/processes.ts';

const FOLDER = join(ROOT, 'docs/monitoring');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

test('dashboard and alerts use metrics that exist', async () => {
  const { read: metrics, watchBacklog } = await collectMetrics('test');
  watchBacklog(async () => ({ outbox: [], jobs: {} }));
  const known = new Set((await metrics()).map(({ name }) => name));
  const dashboard = JSON.parse(read('grafana.json')) as { panels: { targets: { expr: string }[] }[] };
  const text = [...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), read('alerts.yaml')].join('\n');
  const used = [...text.matchAll(/\b(?:latchkey|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([]);
});

test('operations.md lists every metric', async () => {
  const { read: metrics, watchBacklog } = await collectMetrics('test');
  watchBacklog(async () => ({ outbox: [], jobs: {} }));
  const documented = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const own = (await metrics()).map(({ name }) => name).filter((name) => name.startsWith('latchkey_'));
  expect(own.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) process.stderr.write('Skipped: the tests of the alert rules, because there is no promtool.\n');

(hasPromtool ? test : test.skip)('the alert rules pass their tests', () => {
  execFileSync('promtool', ['check', 'rules', 'alerts.yaml'], { cwd: FOLDER, stdio: 'pipe' });
  execFileSync('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd: FOLDER, stdio: 'pipe' });
});
