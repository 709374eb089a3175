import type { Bench } from '../bench.ts';
import { Contest } from '../endpoints/contest.ts';
import { validate } from '../operations.ts';
import { Child } from '../processes/start-child.ts';
import type { ReceiverAnswers } from '../processes/webhook-receiver.ts';
import type { Report } from '../report.ts';

const NOTHING = { LOG_LEVEL: 'silent', LOG_REQUESTS: '0' };
/** Any free port. */
const LOGS_AND_METRICS = { LOG_LEVEL: 'info', LOG_REQUESTS: '1', METRICS_PORT: '0' };

/** Validations with logs, metrics and traces, against validations without them, alternating. */
export async function observability(bench: Bench, report: Report): Promise<void> {
  const keys = bench.plan.keys.usual;
  const url = await bench.dataSet('product', keys);
  const workload = () => validate({ keys });
  const collector = await Child.start<number, ReceiverAnswers>(new URL('../processes/webhook-receiver.js', import.meta.url));
  const traced = (ratio: string) => ({
    ...LOGS_AND_METRICS,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.ready}`,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  });
  const contestant = async (env: Record<string, string>) => ({ server: await bench.serverOn(url, 'observed', env), workload });
  const observed = await contestant(LOGS_AND_METRICS);
  const contest = new Contest(bench, new Map([['validate without', await contestant(NOTHING)]]), [
    { line: 'validate with logs and metrics', ...observed, baseline: 'validate without', atLeast: 0.9 },
    {
      line: 'and traces of 1 %',
      ...(await contestant(traced('0.01'))),
      baseline: 'validate with logs and metrics',
      atLeast: 0.95,
    },
    { line: 'and traces of 100 %', ...(await contestant(traced('1'))), baseline: 'validate with logs and metrics', atLeast: 0 },
  ]);
  await contest.run();
  contest.report(report);
  await collector.stop();
}
