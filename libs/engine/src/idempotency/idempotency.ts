import { Injectable, Logger } from '@nestjs/common';
import { WallClock } from '#kernel';
import { Keyring } from '#engine/secrets';
import { IdempotencyKeyInUse, IdempotencyKeyReused } from './errors.ts';
import {
  IdempotencyStore,
  decryptResponse,
  digestsOf,
  encryptResponse,
  nameOf,
  type Response,
  RESPONSE,
  type StoredRecord,
} from './stored-record.ts';
import { IdempotentRequest } from './idempotent-request.ts';
import { EarlierAttemptFound } from './opening.ts';
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

type KeyedResponse = Response & { readonly isReplayed: boolean };

/** Runs requests with an idempotency key once, and repeats their responses. */
@Injectable()
export class Idempotency {
  private readonly log = new Logger('Idempotency');
  /** The requests of this process that are one change, from their beginning until their response. */
  private readonly underWay = new Set<string>();

  constructor(
    private readonly store: IdempotencyStore,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
  ) {}

  /**
   * Runs `work` unless the request has succeeded before. Only a response is stored, not an error: after an error, the same request
   * runs again. Throws `IdempotencyKeyInUse` while it is under way, and `IdempotencyKeyReused` if the key belongs to another request.
   */
  async run(request: KeyedRequest, work: () => Promise<Response>): Promise<KeyedResponse> {
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
      const given = await inRequest(current, work);
      response = { ...attempt, step: RESPONSE, encrypted: encryptResponse(this.keyring, name, given) };
      return { ...given, isReplayed: current.isRepetition };
    } finally {
      await this.close(keys, response);
    }
  }

  /**
   * The same for a request that is one change of a group commit: its key is looked up and locked in the transaction of the change, and
   * its response is stored there, so that it takes no further round trip. If the key was used before, the request takes the other way,
   * and so it does if its response is not stored with the change.
   */
  async runAsOneChange(request: KeyedRequest, work: () => Promise<Response>): Promise<KeyedResponse> {
    const name = nameOf(request.credential, request.key);
    if (this.underWay.has(name)) throw new IdempotencyKeyInUse();
    this.underWay.add(name);
    try {
      const opening = digestsOf(this.keyring, name);
      const attempt = { name, key: opening[0]!, request: request.digest, startedAt: this.clock.now(), earlier: [], opening };
      const current = new IdempotentRequest(attempt, this.keyring);
      const given = await inRequest(current, work);
      if (current.response) return { ...given, isReplayed: false };
      return { ...(await this.run(request, work)), isReplayed: false };
    } catch (error) {
      if (error instanceof EarlierAttemptFound) return await this.run(request, work);
      throw error;
    } finally {
      this.underWay.delete(name);
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
