import { setTimeout as pause } from 'node:timers/promises';
import { Config } from '#platform/config';
import { createApi } from '../../apps/api/create-api.ts';
import { SECRET_KEY } from './api.ts';
import { eventually } from './eventually.ts';
import { queryAt } from './own-postgres.ts';
import { seedLicenseKey, type SeededLicenseKey } from './seed-license-key.ts';
import { seedOrganization } from './seed.ts';

/** No request may hang: one without a response after this time is an error. */
const PATIENCE_MS = 30_000;
const MAX_ACTIVATIONS = 100_000;

interface Response {
  readonly status: number;
  readonly retryAfter: string | null;
}

/** How the service responds while its database is not there. */
export const UNAVAILABLE: Response = { status: 503, retryAfter: '1' };
export const ACTIVATED: Response = { status: 200, retryAfter: null };

/** Activations of one license key, and which of them were acknowledged. */
export class ActivationLoad {
  readonly acknowledged: string[] = [];
  private count = 0;

  private constructor(
    readonly token: string,
    readonly key: SeededLicenseKey,
  ) {}

  /** Creates the key in a migrated database. */
  static async seed(databaseUrl: string): Promise<ActivationLoad> {
    const app = await createApi({ config: Config.from({}), databaseUrl, secretKeys: [SECRET_KEY] });
    await app.init();
    const api = { app, databaseUrl, close: () => app.close() };
    const seller = await seedOrganization(api);
    const key = await seedLicenseKey(api, seller, { limit_activations: MAX_ACTIVATIONS });
    await api.close();
    return new ActivationLoad(seller.oat, key);
  }

  async activate(address: string): Promise<Response> {
    const { key, organization_id } = this.key;
    const answer = await fetch(`${address}/v1/license-keys/activate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ key, organization_id, label: `device ${this.count++}` }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { id } = (await answer.json()) as { id: string };
    if (answer.status === 200) this.acknowledged.push(id);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  }

  /** The status of reading the key. */
  async read(address: string): Promise<number> {
    const headers = { authorization: `Bearer ${this.token}` };
    return (await fetch(`${address}/v1/license-keys/${this.key.id}`, { headers })).status;
  }

  /** Reads a list. */
  async list(address: string): Promise<Response> {
    const headers = { authorization: `Bearer ${this.token}` };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(`${address}/v1/license-keys/?limit=1`, { headers, signal });
    await answer.arrayBuffer();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  }

  /** So many at the same time. */
  activateAtOnce(address: string, count: number): Promise<Response[]> {
    return Promise.all(Array.from({ length: count }, () => this.activate(address)));
  }

  /** Activates all the time, until it is stopped. */
  run(address: string): RunningLoad {
    return new RunningLoad(() => this.activate(address));
  }

  /** Reads lists all the time, until it is stopped. */
  runLists(address: string): RunningLoad {
    return new RunningLoad(() => this.list(address));
  }

  /** The acknowledged activations that are not in a database. */
  async missingIn(databaseUrl: string): Promise<string[]> {
    const rows = await queryAt<{ id: string }>(databaseUrl, 'select id from licensing.activations');
    const stored = new Set(rows.map(({ id }) => id));
    return this.acknowledged.filter((id) => !stored.has(id));
  }

  /** Waits until every event has been processed. */
  async eventsAreProcessed(databaseUrl: string): Promise<void> {
    await eventually(async () => (await queryAt(databaseUrl, 'select from platform.outbox where done_at is null')).length === 0);
  }
}

const LANES = 4;
const PAUSE_MS = 50;

/** Sends requests in some lanes. Each waits a little after a response: the number of requests does not matter. */
class RunningLoad {
  private readonly counts = new Map<string, number>();
  private readonly ended: Promise<unknown>;
  private isStopped = false;
  private lastSuccess = performance.now();
  private gapMs = 0;

  constructor(private readonly send: () => Promise<Response>) {
    this.ended = Promise.all(Array.from({ length: LANES }, () => this.lane()));
    this.ended.catch(() => undefined);
  }

  /** Waits until there is another response like this one. */
  async another(response: Response): Promise<void> {
    const kind = JSON.stringify(response);
    const before = this.counts.get(kind) ?? 0;
    await eventually(() => this.isStopped || (this.counts.get(kind) ?? 0) > before);
  }

  /** The longest time without a success since the last call, in milliseconds. */
  takeLongestGap(): number {
    const gapMs = this.gapMs;
    this.gapMs = 0;
    return gapMs;
  }

  /** Returns the kinds of responses that there were. */
  async stop(): Promise<Response[]> {
    this.isStopped = true;
    await this.ended;
    return [...this.counts.keys()].map((kind) => JSON.parse(kind) as Response);
  }

  private noteSuccess(): void {
    const now = performance.now();
    this.gapMs = Math.max(this.gapMs, now - this.lastSuccess);
    this.lastSuccess = now;
  }

  private async lane(): Promise<void> {
    try {
      while (!this.isStopped) {
        const response = await this.send();
        const kind = JSON.stringify(response);
        this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
        if (response.status === 200) this.noteSuccess();
        await pause(PAUSE_MS);
      }
    } finally {
      this.isStopped = true;
    }
  }
}
