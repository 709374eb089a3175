import { settingNames } from '#platform/config/composition';
import { type Finding, warning } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const REDIS = ['REDIS_URL', 'REDIS_SENTINELS', 'REDIS_CLUSTER'];

/** Settings that do nothing without one of the others. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['REDIS_USERNAME', 'REDIS_PASSWORD', 'REDIS_TLS', 'REDIS_CA_FILE'].map((name) => [name, REDIS])),
  EVENTS_SINK_CLICKHOUSE_TABLE: ['EVENTS_SINK_CLICKHOUSE_URL'],
  METRICS_HOST: ['METRICS_PORT', 'WORKER_METRICS_PORT'],
  OTEL_TRACES_SAMPLER_ARG: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
};

/** Names in the environment that are nearly those of settings, and settings that do nothing. */
export function questionableSettings(env: Environment): Finding[] {
  const isSet = (name: string): boolean => Boolean(env[name]?.trim());
  const known = settingNames();
  const misspelt = Object.keys(env).flatMap((name) => {
    const meant = known.includes(name) ? undefined : known.find((each) => isNearly(each, name));
    return meant && !isSet(meant) ? [unknown(name, meant)] : [];
  });
  const unused = Object.entries(NEEDS).flatMap(([name, others]) =>
    isSet(name) && !others.some(isSet) ? [withoutEffect(name, others)] : [],
  );
  return [...misspelt, ...unused];
}

const unknown = (name: string, meant: string): Finding =>
  warning('settings', `${name} is no setting`, `Is ${meant} meant? It is not set. docs/configuration.md lists all settings.`);

const withoutEffect = (name: string, others: readonly string[]): Finding =>
  warning('settings', `${name} has no effect`, `It is used with ${others.join(' or ')} only.`);

/** One slip in a short name, up to three in a long one. */
const isNearly = (known: string, name: string): boolean =>
  distance(known, name) <= Math.min(3, Math.max(1, Math.floor(known.length / 5)));

/** How many letters have to be added, removed or replaced (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...to].entries()) {
      next.push(Math.min(row[at]! + (letter === other ? 0 : 1), row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
