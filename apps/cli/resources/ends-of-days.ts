import { endOfDay, isDay } from '#support/days';
import { UsageError } from '../../process/index.ts';
import { callService, type Connection, jsonOf } from '../connection/call-service.ts';
import { RequestRefused } from '../exit-codes.ts';
import type { Input } from './input.ts';

/** What ends, or has to be done, at a time. */
export const ENDS = [
  'claim_until',
  'current_billing_period_end',
  'current_period_end',
  'ends_at',
  'evidence_due_by',
  'expires_at',
  'trial_end',
  'updates_until',
];

/** What ends on a day ends with that day in the time zone of the organization. */
export async function withEndsOfDays(values: Input['values'], connection: Connection): Promise<Input['values']> {
  const days = ENDS.filter((name) => isDay(values[name]));
  if (days.length === 0) return values;
  const timeZone = await timeZoneOf(connection);
  return { ...values, ...Object.fromEntries(days.map((name) => [name, endOfDay(values[name] as string, timeZone)])) };
}

async function timeZoneOf(connection: Connection): Promise<string> {
  const response = await callService(connection, { method: 'GET', path: '/v1/organizations/?limit=100' }).catch((error) => {
    if (error instanceof RequestRefused && error.status === 403) throw unknownEnd(', which this token may not read:');
    throw error;
  });
  const { items } = (await jsonOf(connection.service, response)) as { readonly items: readonly { readonly time_zone: string }[] };
  const [timeZone, ...others] = new Set(items.map(({ time_zone }) => time_zone));
  if (timeZone === undefined || others.length > 0)
    throw unknownEnd(', and yours are in several: name one with --organization, or');
  return timeZone;
}

const unknownEnd = (why: string): UsageError =>
  new UsageError(`A day ends in the time zone of the organization${why} write a time, such as 2027-12-31T23:59:59Z.`);
