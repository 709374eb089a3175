import { SeededRandomness, withRandomness } from '#kernel';
import { type Keyring, pooledRandomBytes } from '#engine/secrets';
import type { Opening } from './opening.ts';
import {
  decryptStep,
  encryptResponse,
  encryptStep,
  type Response,
  RESPONSE,
  type StepContent,
  type StoredRecord,
} from './stored-record.ts';

const SEED_BYTES = 32;

/** The key of a request, and the records that an earlier attempt stored. */
interface RequestAttempt {
  readonly name: string;
  readonly key: Buffer;
  readonly request: Buffer;
  readonly startedAt: Date;
  readonly earlier: readonly StoredRecord[];
  /** The request is one change, in whose transaction its key is looked up and locked. */
  readonly opening?: Opening;
}

/**
 * A step of a request: one transaction. Its record is written in that transaction, so the step is done if and only if the record
 * exists.
 */
export interface Step {
  /** The outcome of an earlier attempt, in which case the transaction must not run again. */
  readonly done?: { readonly outcome: unknown };
  /** The key that is looked up and locked in the transaction, before anything else. */
  readonly opening: Opening | undefined;
  /** Runs what the transaction computes, with random values of its own. */
  run<T>(work: () => T): T;
  /** The record to be written with the change. */
  record(outcome: unknown): StoredRecord;
  /** Called after the commit: only transactions that commit are numbered. */
  committed(): void;
}

/** What an earlier attempt did. */
interface EarlierAttempt {
  readonly steps: ReadonlyMap<string, StepContent>;
  readonly reads: ReadonlyMap<string, unknown>;
  readonly reached: Set<string>;
}

function earlierAttempt(keyring: Keyring, records: readonly StoredRecord[]): EarlierAttempt | undefined {
  if (records.length === 0) return undefined;
  const steps = new Map(records.map((record) => [record.step, decryptStep(keyring, record)] as const));
  const reads = new Map([...steps.values()].flatMap((content) => [...(content.reads ?? [])]));
  return { steps, reads, reached: new Set() };
}

/**
 * A request with an idempotency key. If an earlier attempt was interrupted, it runs again and repeats that attempt: steps that are
 * done return their stored outcome, reads return what they returned, and time and random values are the same until all stored steps
 * are reached. So what was changed is not changed again, and the response is that of the first attempt.
 */
export class IdempotentRequest {
  readonly randomness: SeededRandomness;
  private readonly seed: Uint8Array;
  private readonly earlier: EarlierAttempt | undefined;
  private readonly counts = new Map<string, number>();
  private reads: Map<string, unknown> | undefined;
  private hasNewStep = false;
  private respond: ((outcome: never) => Response | undefined) | undefined;
  /** The response that was stored with the change. */
  response: Response | undefined;

  constructor(
    private readonly attempt: RequestAttempt,
    private readonly keyring: Keyring,
  ) {
    this.earlier = earlierAttempt(keyring, attempt.earlier);
    this.seed = this.earlier ? [...this.earlier.steps.values()][0]!.seed : pooledRandomBytes(SEED_BYTES);
    this.randomness = new SeededRandomness(this.seed);
  }

  /** The time of the first attempt; undefined once the request goes on where that attempt was interrupted. */
  get now(): Date | undefined {
    const goesOn = this.earlier !== undefined && this.earlier.reached.size === this.earlier.steps.size;
    return goesOn ? undefined : new Date(this.attempt.startedAt);
  }

  /** Whether everything was changed by an earlier attempt. */
  get isRepetition(): boolean {
    return this.earlier !== undefined && !this.hasNewStep;
  }

  /**
   * How the response follows from the outcome of the change, or undefined if something has to be looked up for it. A request that is
   * one change stores its response with the change instead of the outcome.
   */
  respondWith(respond: (outcome: never) => Response | undefined): void {
    if (this.attempt.opening) this.respond = respond;
  }

  /** The next step. Steps with the same name are numbered, and follow one another. */
  next(name: string): Step {
    const number = this.countOf(name);
    const committed = (): void => void this.counts.set(name, number);
    const step = `${name} ${number}`;
    const content = this.earlier?.steps.get(step);
    if (content) {
      this.earlier!.reached.add(step);
      committed();
    }
    return {
      ...(content ? { done: { outcome: content.outcome } } : {}),
      opening: this.attempt.opening,
      run: (work) => withRandomness(this.randomness.part(step), work),
      record: (outcome) => this.record(step, outcome),
      committed,
    };
  }

  /** The result of a read, which is stored with the next step. */
  async readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
    const count = this.countOf(`read ${name}`);
    this.counts.set(`read ${name}`, count);
    const numbered = `${name} ${count}`;
    const result = this.earlier?.reads.has(numbered) ? (this.earlier.reads.get(numbered) as T) : await read();
    (this.reads ??= new Map()).set(numbered, result);
    return result;
  }

  private record(step: string, outcome: unknown): StoredRecord {
    const { name, key, request, startedAt } = this.attempt;
    this.hasNewStep = true;
    this.response = this.respond?.(outcome as never);
    if (this.response) {
      return { key, step: RESPONSE, request, startedAt, encrypted: encryptResponse(this.keyring, name, this.response) };
    }
    const encrypted = encryptStep(this.keyring, name, { seed: this.seed, outcome, reads: this.reads });
    return { key, step, request, startedAt, encrypted };
  }

  private countOf(name: string): number {
    return (this.counts.get(name) ?? 0) + 1;
  }
}
