import { randomBytes } from 'node:crypto';
import { SeededRandomness, withRandomness } from '#kernel';
import type { Keyring } from '#platform/secrets';
import { decryptContent, encryptContent, type StepContent, type StoredRecord } from './stored-record.ts';

const SEED_BYTES = 32;

/** The key of a request, and the records that an earlier attempt stored. */
interface Attempt {
  readonly name: string;
  readonly key: Buffer;
  readonly request: Buffer;
  readonly startedAt: Date;
  readonly earlier: readonly StoredRecord[];
}

/**
 * A step of a request: one transaction. Its record is written in that transaction, so the step is done if and only if the record
 * exists.
 */
export interface Step {
  /** The outcome of an earlier attempt, in which case the transaction must not run again. */
  readonly done?: { readonly outcome: unknown };
  /** Runs what the transaction computes, with random values of its own. */
  run<T>(work: () => T): T;
  /** The record to be written with the change. */
  record(outcome: unknown): StoredRecord;
  /** Called after the commit: only transactions that commit are numbered. */
  committed(): void;
}

/**
 * A request with an idempotency key. If an earlier attempt was interrupted, it runs again and repeats that attempt: steps that are
 * done return their stored outcome, reads return what they returned, and time and random values are the same until all stored steps
 * are reached. So what was changed is not changed again, and the response is that of the first attempt.
 */
export class IdempotentRequest {
  readonly randomness: SeededRandomness;
  private readonly seed: Uint8Array;
  private readonly done: ReadonlyMap<string, StepContent>;
  private readonly reached = new Set<string>();
  private readonly earlierReads: ReadonlyMap<string, unknown>;
  private readonly reads = new Map<string, unknown>();
  private readonly steps = new Map<string, number>();
  private readonly readCounts = new Map<string, number>();
  private hasNewStep = false;

  constructor(
    private readonly attempt: Attempt,
    private readonly keyring: Keyring,
  ) {
    this.done = new Map(attempt.earlier.map((record) => [record.step, decryptContent<StepContent>(keyring, record)] as const));
    const contents = [...this.done.values()];
    this.seed = contents[0]?.seed ?? randomBytes(SEED_BYTES);
    this.randomness = new SeededRandomness(Buffer.from(this.seed));
    this.earlierReads = new Map(contents.flatMap(({ reads }) => [...reads]));
  }

  /** The time of the first attempt; undefined once the request goes on where that attempt was interrupted. */
  get now(): Date | undefined {
    const goesOn = this.done.size > 0 && this.reached.size === this.done.size;
    return goesOn ? undefined : new Date(this.attempt.startedAt);
  }

  /** Whether everything was changed by an earlier attempt. */
  get isRepetition(): boolean {
    return this.done.size > 0 && !this.hasNewStep;
  }

  /** The next step. Steps with the same name are numbered, and follow one another. */
  next(name: string): Step {
    const number = (this.steps.get(name) ?? 0) + 1;
    const committed = (): void => void this.steps.set(name, number);
    const step = `${name} ${number}`;
    const content = this.done.get(step);
    if (content) {
      this.reached.add(step);
      committed();
    }
    return {
      ...(content ? { done: { outcome: content.outcome } } : {}),
      run: (work) => withRandomness(this.randomness.part(step), work),
      record: (outcome) => this.record(step, outcome),
      committed,
    };
  }

  /** The result of a read, which is stored with the next step. */
  async readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
    const count = (this.readCounts.get(name) ?? 0) + 1;
    this.readCounts.set(name, count);
    const numbered = `${name} ${count}`;
    const result = this.earlierReads.has(numbered) ? (this.earlierReads.get(numbered) as T) : await read();
    this.reads.set(numbered, result);
    return result;
  }

  private record(step: string, outcome: unknown): StoredRecord {
    const { name, key, request, startedAt } = this.attempt;
    const content: StepContent = { name, seed: this.seed, outcome, reads: this.reads };
    this.hasNewStep = true;
    return { key, step, request, startedAt, encrypted: encryptContent(this.keyring, content) };
  }
}
