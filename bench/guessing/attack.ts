import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveParent } from '../processes/child.ts';

/** Plain data, because it is sent to the process that attacks. */
export interface Attack {
  readonly port: number;
  readonly organizationId: string;
  /** Addresses of this machine from which keys are guessed. */
  readonly networks: readonly string[];
  /** How many of them guess at the same time; each gives way to the next one after so many guesses. */
  readonly atOnce: number;
  readonly guessesInTurn: number;
  /** Whether a network that is refused waits as long as it is told. */
  readonly isPatient: boolean;
  readonly seconds: number;
}

/** What a network learned. */
export interface Learned {
  /** Guesses that were answered: the key is unknown. */
  readonly answered: number;
  readonly refused: number;
  /** What `Retry-After` said, in seconds, one after the other. */
  readonly waits: readonly number[];
  /** Other responses, by status. */
  readonly others: Readonly<Record<number, number>>;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: number;
}

/** Guesses keys that nobody has, each once. */
class Network {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private answered = 0;
  private refused = 0;
  private readonly waits: number[] = [];
  private readonly others: Record<number, number> = {};

  constructor(
    private readonly attack: Attack,
    private readonly localAddress: string,
    private readonly end: number,
  ) {}

  async guess(): Promise<void> {
    const { status, retryAfter } = await this.present(`WRONG-${randomUUID()}`);
    if (status === 404) this.answered += 1;
    else if (status !== 429) this.others[status] = (this.others[status] ?? 0) + 1;
    else {
      this.refused += 1;
      this.waits.push(retryAfter);
      if (this.attack.isPatient) await sleep(Math.min(retryAfter * 1000, Math.max(0, this.end - performance.now())));
    }
  }

  rest(): void {
    this.agent.destroy();
  }

  learned(): Learned {
    return { answered: this.answered, refused: this.refused, waits: this.waits, others: this.others };
  }

  private present(key: string): Promise<Answer> {
    const { port, organizationId: organization_id } = this.attack;
    const options = {
      host: '127.0.0.1',
      localAddress: this.localAddress,
      port,
      agent: this.agent,
      method: 'POST',
      path: '/v1/customer-portal/license-keys/validate',
      headers: { 'content-type': 'application/json' },
    };
    return new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        const answer = { status: response.statusCode!, retryAfter: Number(response.headers['retry-after']) };
        response.on('error', reject).on('end', () => resolve(answer));
        response.resume();
      });
      sent.on('error', reject).end(JSON.stringify({ key, organization_id }));
    });
  }
}

async function guess(attack: Attack): Promise<Learned[]> {
  // Who attacks has a machine of their own: here, the process gives way to those of the service.
  setPriority(constants.priority.PRIORITY_LOW);
  const end = performance.now() + attack.seconds * 1000;
  const networks = attack.networks.map((address) => new Network(attack, address, end));
  let turn = 0;
  const lanes = Array.from({ length: attack.atOnce }, async () => {
    while (performance.now() < end) {
      const network = networks[turn++ % networks.length]!;
      for (let guesses = 0; guesses < attack.guessesInTurn && performance.now() < end; guesses++) await network.guess();
      network.rest();
    }
  });
  await Promise.all(lanes);
  return networks.map((network) => network.learned());
}

const answers = { guess };
export type Attacker = typeof answers;

await serveParent(null, answers);
