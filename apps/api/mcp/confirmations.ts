import { randomBytes } from 'node:crypto';

/** Confirmations of calls that were shown. Each is for one call, works once, and for ten minutes. */
export interface Confirmations {
  /** The digest that confirms this call. */
  issue(call: string): Promise<string>;
  /** Uses the digest up. False if it is not one of this call, was used, or has expired. */
  use(digest: string, call: string): Promise<boolean>;
}

const LIFETIME_MS = 10 * 60_000;
const RANDOM_BYTES = 32;

/** The confirmations of a process that serves one user and is the only one. */
export class MemoryConfirmations implements Confirmations {
  private readonly open = new Map<string, { readonly call: string; readonly until: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  async issue(call: string): Promise<string> {
    for (const [digest, { until }] of this.open) if (until <= this.now()) this.open.delete(digest);
    const digest = randomBytes(RANDOM_BYTES).toString('base64url');
    this.open.set(digest, { call, until: this.now() + LIFETIME_MS });
    return digest;
  }

  async use(digest: string, call: string): Promise<boolean> {
    const known = this.open.get(digest);
    if (known?.call !== call || known.until <= this.now()) return false;
    return this.open.delete(digest);
  }
}
