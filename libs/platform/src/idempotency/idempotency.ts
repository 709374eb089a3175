import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { Keyring } from '#platform/secrets';
import { IdempotencyKeyReused } from './errors.ts';
import { IdempotencyStore } from './idempotency-store.ts';
import { IdempotentRequest } from './idempotent-request.ts';
import {
  decryptResponse,
  digestsOf,
  encryptResponse,
  nameOf,
  type Response,
  RESPONSE,
  type StoredRecord,
} from './stored-record.ts';
import { inRequest } from './steps.ts';

const HOUR_MS = 3_600_000;
/** How long a key and its response are kept. */
const RETENTION_MS = 24 * HOUR_MS;

export interface KeyedRequest {
  /** Whose key it is: keys of different credentials are independent. */
  readonly credential: string;
  readonly key: string;
  /** The digest of operation, path and content. */
  readonly digest: Buffer;
}

/** Runs requests with an idempotency key once, and repeats their responses. */
@Injectable()
export class Idempotency {
  private readonly log = new Logger('Idempotency');

  constructor(
    private readonly store: IdempotencyStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `work` unless the request has succeeded before. Only a response is stored, not an error: after an error, the same request
   * runs again. Throws `IdempotencyKeyInUse` while it is under way, and `IdempotencyKeyReused` if the key belongs to another request.
   */
  async run(request: KeyedRequest, work: () => Promise<Response>): Promise<Response & { readonly isReplayed: boolean }> {
    const name = nameOf(request.credential, request.key);
    const keys = digestsOf(this.keyring, name);
    const now = this.clock.now();
    const records = await this.store.open(keys, expiredAt(now));
    let response: StoredRecord | undefined;
    try {
      if (records.some((record) => !record.request.equals(request.digest))) throw new IdempotencyKeyReused();
      const stored = records.find(({ step }) => step === RESPONSE);
      if (stored) return { ...decryptResponse(this.keyring, stored), isReplayed: true };
      const [{ key, startedAt } = { key: keys[0]!, startedAt: now }] = records;
      const attempt = { key, request: request.digest, startedAt };
      const current = new IdempotentRequest({ ...attempt, name, earlier: records }, this.keyring);
      const answer = await inRequest(current, work);
      response = { ...attempt, step: RESPONSE, encrypted: encryptResponse(this.keyring, name, answer) };
      return { ...answer, isReplayed: current.isRepetition };
    } finally {
      await this.close(keys, response);
    }
  }

  /** Deletes the records that have expired, in batches, until `stop`. */
  async deleteExpired(stop: AbortSignal): Promise<void> {
    const expired = expiredAt(this.clock.now());
    while (!stop.aborted && (await this.store.deleteExpired(expired)));
  }

  /** A response that could not be stored is built again from the stored steps when the request is repeated. */
  private async close(keys: readonly Buffer[], response?: StoredRecord): Promise<void> {
    try {
      await this.store.close(keys, response);
    } catch (error) {
      this.log.warn(`A response could not be stored under its idempotency key: ${(error as Error).message}`);
    }
  }
}

const expiredAt = (now: Date): Date => new Date(now.getTime() - RETENTION_MS);
