import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveParent } from '../processes/child.ts';

/** A request that is sent again and again. Plain data, because it is sent to the process that makes the load. */
export interface Call {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  /** The address of this machine that it comes from. */
  readonly from?: string;
  /** How many of a round of requests are of this kind; one by default. */
  readonly times?: number;
  /** The bodies in turn. */
  readonly bodies?: readonly string[];
  /** Instead of `bodies`: usage events with this many bytes in all. */
  readonly eventBytes?: number;
}

/** What came of a call. Latencies in milliseconds. */
export interface Outcome {
  readonly name: string;
  readonly latencies: readonly number[];
  /** The number of responses by status; 0 stands for a lost connection. */
  readonly statuses: Readonly<Record<number, number>>;
}

interface Load {
  readonly port: number;
  readonly calls: readonly Call[];
}

class Repeated {
  readonly latencies: number[] = [];
  readonly statuses: Record<number, number> = {};
  private readonly bodies: readonly (string | undefined)[];
  private sent = 0;

  constructor(
    private readonly call: Call,
    private readonly port: number,
    private readonly agent: Agent,
  ) {
    this.bodies = call.eventBytes === undefined ? (call.bodies ?? [undefined]) : [usageEvents(call.eventBytes)];
  }

  /** Never rejects. `from` is when the request was due. */
  async send(from = performance.now()): Promise<void> {
    const status = await this.statusOf(this.bodies[this.sent++ % this.bodies.length]).catch(() => 0);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    this.latencies.push(performance.now() - from);
  }

  outcome(): Outcome {
    return { name: this.call.name, latencies: this.latencies, statuses: this.statuses };
  }

  private statusOf(body: string | undefined): Promise<number> {
    const { method, path, token, from } = this.call;
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const options = { host: '127.0.0.1', port: this.port, agent: this.agent, method, path, headers };
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, ...(from === undefined ? {} : { localAddress: from }) }, (response) => {
        response.on('error', reject).on('end', () => resolve(response.statusCode!));
        response.resume();
      });
      sent.on('error', reject).end(body);
    });
  }
}

/** About as many small events as fit. */
function usageEvents(bytes: number): string {
  const event = JSON.stringify({
    name: 'call',
    external_customer_id: 'somebody',
    metadata: { tokens: 12, model: 'm1', region: 'eu' },
  });
  return `{"events":[${Array.from({ length: Math.floor(bytes / (event.length + 1)) - 1 }, () => event).join()}]}`;
}

/** Mixes the kinds of requests, in the same way in every run. */
const shuffled = <T>(items: readonly T[]): T[] => items.map((_, index) => items[(index * 7) % items.length]!);

/** Sends the calls in turn at a fixed rate, whether or not earlier ones were answered. */
async function atRate({ port, calls, rate, seconds }: Load & { rate: number; seconds: number }): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true });
  const repeated = calls.map((call) => new Repeated(call, port, agent));
  const round = shuffled(repeated.flatMap((each, index) => Array.from({ length: calls[index]!.times ?? 1 }, () => each)));
  const start = performance.now();
  const answers: Promise<void>[] = [];
  for (let index = 0; index < rate * seconds; index++) {
    const due = start + (index * 1000) / rate;
    if (due > performance.now()) await sleep(due - performance.now());
    answers.push(round[index % round.length]!.send(due));
  }
  await Promise.all(answers);
  agent.destroy();
  return repeated.map((each) => each.outcome());
}

let flood: { stop(): Promise<Outcome[]> } | undefined;

/** Sends the calls as fast as they are answered, each over its share of the connections, until `stopFlood`. */
function startFlood({ port, calls, connections }: Load & { connections: number }): void {
  // Who attacks has a machine of their own: here, the process gives way to those of the service and of the other tenant.
  setPriority(constants.priority.PRIORITY_LOW);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const repeated = calls.map((call) => new Repeated(call, port, agent));
  const stop = new AbortController();
  const lanes = Array.from({ length: connections }, async (_, lane) => {
    while (!stop.signal.aborted) await repeated[lane % repeated.length]!.send();
  });
  flood = {
    stop: async () => {
      stop.abort();
      await Promise.all(lanes);
      agent.destroy();
      return repeated.map((each) => ({ ...each.outcome(), latencies: [] }));
    },
  };
}

const stopFlood = async (): Promise<Outcome[]> => (await flood?.stop()) ?? [];

const answers = { atRate, startFlood, stopFlood };
export type HttpLoad = typeof answers;

await serveParent(null, answers);
