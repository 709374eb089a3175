import type { JsonObject } from './bytes.ts';
import type { Call } from './call.ts';
import { type NotActivated, type Result, untrusted } from './result.ts';
import type { Service } from './service.ts';

/** The usage of the license key after the operation. */
export interface UsageOfKey {
  readonly usage: number;
  readonly limitUsage: number | null;
  /** What all open reservations of the key hold. */
  readonly reservedUnits: number;
}

export interface ReservedUsage extends UsageOfKey {
  readonly id: string;
  readonly expiresAt: Date;
}

interface Cancelable {
  readonly signal?: AbortSignal | undefined;
}
type Presented = { readonly body: JsonObject } | NotActivated;

/** Reservations of usage (docs/licensing/reservations.md). The answers are not signed. Each is done once if it has to be repeated. */
export class UsageReservations {
  constructor(
    private readonly service: Service,
    private readonly presented: () => Promise<Presented>,
    private readonly newId: () => string,
    private readonly begin: (signal: AbortSignal | undefined) => Call,
  ) {}

  /** Keeps units of the usage of the license key for this application. */
  async reserve(
    units: number,
    { ttlSeconds, signal }: Cancelable & { readonly ttlSeconds?: number } = {},
  ): Promise<Result<ReservedUsage> | NotActivated> {
    const time = ttlSeconds === undefined ? {} : { ttl_seconds: ttlSeconds };
    const answer = await this.call('reservations', { units, ...time }, signal);
    if (answer.outcome !== 'ok') return answer;
    const { id, expires_at } = answer.body;
    const expiresAt = new Date(String(expires_at));
    const usage = usageIn(answer.body);
    if (typeof id !== 'string' || Number.isNaN(expiresAt.getTime()) || !usage) return untrusted('malformed');
    return { outcome: 'ok', id, expiresAt, ...usage };
  }

  /** Uses the units of a reservation, or some of them; the others are free again. */
  async commit(
    id: string,
    { units, signal }: Cancelable & { readonly units?: number } = {},
  ): Promise<Result<UsageOfKey> | NotActivated> {
    const answer = await this.call(`reservations/${id}/commit`, units === undefined ? {} : { units }, signal);
    if (answer.outcome !== 'ok') return answer;
    const usage = usageIn(answer.body);
    return usage ? { outcome: 'ok', ...usage } : untrusted('malformed');
  }

  /** Gives the units of a reservation back. */
  async release(id: string, { signal }: Cancelable = {}): Promise<Result<object> | NotActivated> {
    const answer = await this.call(`reservations/${id}/release`, {}, signal);
    return answer.outcome === 'ok' ? { outcome: 'ok' } : answer;
  }

  private async call(operation: string, fields: JsonObject, signal: AbortSignal | undefined) {
    const presented = await this.presented();
    if ('outcome' in presented) return presented;
    const headers = { 'idempotency-key': this.newId() };
    return this.service.call(operation, { ...presented.body, ...fields }, { headers, call: this.begin(signal) });
  }
}

function usageIn({ usage, limit_usage: limitUsage, reserved_units: reservedUnits }: JsonObject): UsageOfKey | undefined {
  const isComplete = typeof usage === 'number' && typeof reservedUnits === 'number';
  if (!isComplete || (limitUsage !== null && typeof limitUsage !== 'number')) return undefined;
  return { usage, limitUsage, reservedUnits };
}
