import { randomUUID } from 'node:crypto';

const TIME_DIGITS = 12;

/**
 * A new identity of an event: a UUID of version 4 whose first 48 bits are the time, so that events which arrive together stand
 * together wherever they are found by id. 74 bits are chance.
 */
export function newEventId(at: Date): string {
  const time = at.getTime().toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUID().slice(13)}`;
}
