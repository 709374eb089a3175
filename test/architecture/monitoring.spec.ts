import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { collectMetrics, requestFinished } from '#engine/metrics';
import { ROOT } from '../support/processes.ts';

const FOLDER = join(ROOT, 'docs/monitoring');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
}

const rulesOf = (name: string): Rule[] =>
  (load(read(name)) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
const panelsOf = (name: string) => (JSON.parse(read(name)) as { panels: { targets: { expr: string }[] }[] }).panels;

test('dashboards and alerts use metrics that exist', async () => {
  const { read: metrics, watchBacklog, watchEventSink } = await collectMetrics('test');
  watchBacklog({ database: async () => true, outbox: async () => [], jobs: async () => ({}) });
  watchEventSink(async () => 0);
  const known = new Set((await metrics()).map(({ name }) => name));
  const dashboards = ['grafana.json', 'grafana-slo.json', 'grafana-use.json'].flatMap(panelsOf);
  const expressions = dashboards.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const text = [...expressions, ...['alerts.yaml', 'slo.yaml'].map(read)].join('\n');
  const used = [...text.matchAll(/\b(?:latchkey|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([]);
});

test('objectives are measured for every window that an alert or a panel looks at, with a bucket and operations that exist', async () => {
  const rules = rulesOf('slo.yaml');
  const recorded = rules.flatMap(({ record }) => record ?? []);
  const readers = [...rules.filter(({ alert }) => alert), ...panelsOf('grafana-slo.json').flatMap(({ targets }) => targets)].map(
    ({ expr }) => expr,
  );
  const used = [...readers.join('\n').matchAll(/\blatchkey:[a-z0-9_:]+/g)].map(([name]) => name);
  expect([...new Set(used)].sort()).toEqual(recorded.toSorted());
  for (const { record, expr } of rules.filter((rule) => rule.record)) {
    expect(new Set(expr.match(/(?<=\[)\w+(?=\])/g))).toEqual(new Set([record!.split('ratio_rate')[1]]));
  }
  const { read: metrics } = await collectMetrics('test');
  const operations = ['POST /v1/license-keys/validate', 'POST /v1/customer-portal/license-keys/activate'];
  const pattern = new RegExp(`^(?:${/operation=~"(.+?)"/.exec(read('slo.yaml'))![1]})$`);
  expect(operations.filter((operation) => !pattern.test(operation))).toEqual([]);
  requestFinished(operations[0]!, 200, 1);
  const durations = (await metrics()).find(({ name }) => name === 'latchkey_http_request_duration_seconds')!;
  const buckets = new Set(durations.values.map(({ labels }) => String(labels['le'])));
  expect(
    read('slo.yaml')
      .match(/(?<=le=")[^"]+/g)!
      .filter((bucket) => !buckets.has(bucket)),
  ).toEqual([]);
});

test('an alert begins when both of its windows burn the budget of its objective at the same rate', () => {
  const objectives = { failed_requests: '0.001', slow_license_requests: '0.01' } as const;
  const alerts = rulesOf('slo.yaml').filter(({ alert }) => alert);
  expect(alerts).toHaveLength(6);
  for (const { alert, expr } of alerts) {
    const [, name, long, burn, objective, ...short] =
      /^latchkey:(\w+):ratio_rate(\w+) > ([\d.]+) \* ([\d.]+) and latchkey:(\w+):ratio_rate(\w+) > ([\d.]+) \* ([\d.]+)$/.exec(
        expr.trim(),
      )!;
    expect([alert, objective]).toEqual([alert, objectives[name as keyof typeof objectives]]);
    expect([alert, short[0], short[2], short[3]]).toEqual([alert, name, burn, objective]);
    expect(['1h 5m 14.4', '6h 30m 6', '3d 6h 1']).toContain(`${long} ${short[1]} ${burn}`);
  }
});

test('operations.md lists every metric', async () => {
  const { read: metrics, watchBacklog, watchEventSink } = await collectMetrics('test');
  watchBacklog({ database: async () => true, outbox: async () => [], jobs: async () => ({}) });
  watchEventSink(async () => 0);
  const documented = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const own = (await metrics()).map(({ name }) => name).filter((name) => name.startsWith('latchkey_'));
  expect(own.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) process.stderr.write('Skipped: the tests of the alert rules, because there is no promtool.\n');

(hasPromtool ? test : test.skip)('the alert rules pass their tests', () => {
  execFileSync('promtool', ['check', 'rules', 'alerts.yaml', 'slo.yaml'], { cwd: FOLDER, stdio: 'pipe' });
  execFileSync('promtool', ['test', 'rules', 'alerts.test.yaml', 'alerts-of-weeks.test.yaml'], { cwd: FOLDER, stdio: 'pipe' });
});
