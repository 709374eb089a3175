import { isDay } from '#support/days';
import type { VendorCustomer, VendorKey } from './reading.ts';

/** A license key as `GET /v1/license-keys/export` has it. */
export interface ExportedKey {
  readonly key: string;
  readonly status: string;
  readonly customer_email: string | null;
  readonly expires_at: string | null;
  readonly limit_activations: number | null;
  readonly activation_count: number;
  readonly limit_usage: number | null;
  readonly usage: number;
}

interface Difference {
  readonly field: string;
  readonly there: string | number | null;
  readonly here: string | number | null;
}

/** Offsets of time zones, in which the day ends that the vendor tells. */
const MOST_HOURS_APART = 14;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** In what the key of a customer at a vendor and the one here differ. What the vendor does not tell is not compared. */
export function keyDifferences(there: VendorKey, { email }: VendorCustomer, here: ExportedKey): Difference[] {
  const pairs: readonly (readonly [string, Difference['there'] | undefined, Difference['here']])[] = [
    ['status', there.status, here.status],
    ['customer_email', email?.toLowerCase(), here.customer_email?.toLowerCase() ?? null],
    ['limit_activations', there.limit_activations, here.limit_activations],
    ['activation_count', there.activations?.length, here.activation_count],
    ['limit_usage', there.limit_usage, here.limit_usage],
    ['usage', there.usage, here.usage],
  ];
  const found = pairs.flatMap(([field, one, other]) =>
    one === undefined || one === other ? [] : [{ field, there: one, here: other }],
  );
  const { expires_at: end } = there;
  return end === undefined || isSameEnd(end, here.expires_at)
    ? found
    : [...found, { field: 'expires_at', there: end, here: here.expires_at }];
}

function isSameEnd(there: string | null, here: string | null): boolean {
  if (there === null || here === null) return there === here;
  const apart = Date.parse(here) - Date.parse(there);
  if (!isDay(there)) return apart === 0;
  return apart > -MOST_HOURS_APART * HOUR_MS && apart <= DAY_MS + MOST_HOURS_APART * HOUR_MS;
}
