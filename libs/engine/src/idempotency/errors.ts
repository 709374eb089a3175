import { Conflict } from '#kernel';

/** Another request with the same key is under way: 409. */
export class IdempotencyKeyInUse extends Conflict {
  constructor() {
    super('A request with this Idempotency-Key is under way. Repeat the request later to get its response.');
  }
}

/** The key belongs to a request with another operation, path or content. */
export class IdempotencyKeyReused extends Error {
  constructor() {
    super('The Idempotency-Key was used for another request');
  }
}

const PRIMARY_KEY = 'idempotency_keys_pkey';

/** The error for a step that another request has stored in the meantime; any other error as it is. */
export const asKeyInUse = (error: unknown): unknown =>
  (error as { constraint?: unknown } | null)?.constraint === PRIMARY_KEY ? new IdempotencyKeyInUse() : error;
