import { startApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { startApiProcess, startWorkerProcess } from '../support/processes.ts';
import { seedOrganization } from '../support/seed.ts';
import { freePort } from '../support/free-port.ts';

import.meta.jest.setTimeout(240_000);

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const metricsAt = async (port: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** The value of the sample with this name and these labels; undefined if there is none. */
const valueOf = (metrics: string, name: string, ...labels: string[]): number | undefined => {
  const line = metrics.split('\n').find((each) => each.startsWith(`${name}{`) && labels.every((label) => each.includes(label)));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
};

test('one port serves the metrics of all API processes, and another one those of the worker', async () => {
  const { oat, organization } = await seedOrganization(api);
  const [port, workerPort] = [String(await freePort()), String(await freePort())];
  const started = await Promise.all([
    startApiProcess(api.databaseUrl, { METRICS_PORT: port, API_PROCESSES: '2' }),
    startWorkerProcess(api.databaseUrl, { WORKER_METRICS_PORT: workerPort }),
  ]);
  await using running = started[0];
  await using worker = started[1];
  const headers = { authorization: `Bearer ${oat}`, 'content-type': 'application/json', connection: 'close' };
  for (let n = 0; n < 6; n++) {
    const body = JSON.stringify({ email: `someone-${n}@example.com` });
    expect((await fetch(`${running.url}/v1/customers/`, { method: 'POST', headers, body })).status).toBe(201);
  }
  const validated = { method: 'POST', headers, body: JSON.stringify({ key: 'no such key', organization_id: organization.id }) };
  expect((await fetch(`${running.url}/v1/license-keys/validate`, validated)).status).toBe(404);
  const metrics = await metricsAt(port);
  const labels = ['process="api"', 'operation="POST /v1/customers"', 'status="201"'];
  expect(valueOf(metrics, 'latchkey_http_request_duration_seconds_count', ...labels)).toBe(6);
  const refused = ['operation="POST /v1/license-keys/validate"', 'code="NOT_FOUND"'];
  expect(valueOf(metrics, 'latchkey_refusals_total', ...refused)).toBe(1);
  expect(metrics).toMatch(/^latchkey_database_connections\{.*state="idle".*\} \d+$/m);
  expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds/m);
  expect(metrics).toMatch(/^latchkey_info\{.*version="\d+\.\d+\.\d+".*\} 1$/m);
  expect(metrics).not.toContain(oat);

  const delivered = /^latchkey_deliveries_total\{.*result="done".*\} [1-9]/m;
  await eventually(async () => delivered.test(await metricsAt(workerPort)));
  const ofWorker = await metricsAt(workerPort);
  for (const name of ['outbox_events', 'outbox_lag_seconds', 'queue_jobs', 'database_up', 'jobs_total']) {
    expect(ofWorker).toMatch(new RegExp(`^latchkey_${name}\\{.*\\} [\\d.]+$`, 'm'));
  }
  expect((await fetch(`http://127.0.0.1:${workerPort}/`)).status).toBe(404);
  expect((await fetch(`${running.url}/metrics`)).status).toBe(404);
  expect(worker.output()).toContain(`Metrics are served at http://127.0.0.1:${workerPort}/metrics`);
});
