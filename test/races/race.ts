import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { NO_KEY_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { type ApiProcess, startApiProcess } from '../support/processes.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

/** Two API processes on one database, and a connection to it. */
export interface Race {
  readonly processes: readonly [ApiProcess, ApiProcess];
  readonly api: TestApi;
  readonly database: pg.Pool;
  readonly seller: SeededOrganization;
  key(terms?: Parameters<typeof seedLicenseKey>[2]): Promise<SeededLicenseKey>;
  end(): Promise<void>;
}

/** How often a request is sent again, a second later each time, before its refusal is the outcome. */
const MOST_REPETITIONS = 30;
/** Requests sent beforehand, so that both processes have open connections. */
const WARM = 400;

export async function startRace(): Promise<Race> {
  const api = await startApi();
  const database = new pg.Pool({ connectionString: api.databaseUrl, max: 2 });
  const start = (): Promise<ApiProcess> => startApiProcess(api.databaseUrl, NO_KEY_LIMITS);
  const processes = await Promise.all([start(), start()] as const);
  const seller = await seedOrganization(api);
  await Promise.all(
    Array.from({ length: WARM }, (_, index) => send(processes[index % 2]!, '/health/live', undefined, { method: 'GET' })),
  );
  return {
    processes,
    api,
    database,
    seller,
    key: (terms) => seedLicenseKey(api, seller, terms),
    end: async () => {
      await Promise.all(processes.map((each) => each.end('SIGKILL')));
      await database.end();
      await api.close();
    },
  };
}

export interface Outcome {
  readonly status: number;
  readonly code: string | null;
  readonly body: ReturnType<typeof JSON.parse>;
}

interface RequestOptions {
  readonly method?: 'POST' | 'PATCH' | 'GET';
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

/**
 * Sends one request over the network; throws if there is no response. On a slow machine so many requests at the same time are more than one
 * organization may have waiting: what is refused for that is sent again when the response says so.
 */
export async function send(
  to: ApiProcess,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
  repetitions = MOST_REPETITIONS,
): Promise<Outcome> {
  const { method = 'POST', token, headers } = options;
  const answer = await fetch(to.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status === 429 && repetitions > 0) {
    await pause(Number(answer.headers.get('retry-after')) * 1000);
    return send(to, path, body, options, repetitions - 1);
  }
  return { status: answer.status, code: answer.headers.get('license-code'), body: text === '' ? null : JSON.parse(text) };
}

export const keyParams = ({ key, organization_id }: SeededLicenseKey) => ({ key, organization_id });

/** Sends this many concurrent requests, alternating between the processes. */
export const fromBoth = <T>(
  { processes }: Race,
  count: number,
  request: (to: ApiProcess, index: number) => Promise<T>,
): Promise<T[]> => Promise.all(Array.from({ length: count }, (_, index) => request(processes[index % 2]!, index)));

/** The number of outcomes of each kind: `{ '200': 50, '403 ACTIVATION_LIMIT_REACHED': 950 }`. */
export function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of outcomes) {
    const kind = code ? `${status} ${code}` : String(status);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** The counters of the key, and the number of its live activation rows. */
export async function stateOf({ database }: Race, { id }: SeededLicenseKey) {
  const { rows } = await database.query<{ counter: number; live: number; usage: number; validations: number }>(
    `select activation_count as counter, usage, validations::int,
            (select count(*)::int from licensing.activations
              where license_key_id = k.id and deactivated_at is null) as live
       from licensing.license_keys k where id = $1`,
    [id],
  );
  return rows[0]!;
}
