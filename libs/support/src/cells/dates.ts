import { UnreadableCell } from './cell-problems.ts';

/** Which comes first in dates like 3/4/2030. */
export const DAY_ORDERS = ['day_first', 'month_first'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

const TIME = String.raw`(?:[Tt ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?)?`;
const WITH_DOTS = new RegExp(String.raw`^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})${TIME}$`);
const WITH_SLASHES = new RegExp(String.raw`^(\d{1,2})[/-](\d{1,2})[/-](\d{4})${TIME}$`);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[/.](\d{1,2})[/.](\d{1,2})${TIME}$`);
const STARTS_AS_ISO = /^\d{4}-\d\d-\d\d/;
/** What databases and shops write where there is no date. */
const NOTHING = /^0+([.,]0+)?$|^0000-00-00/;
/** Days since the end of 1899 as spreadsheets count them, from 1927 to 2173, with a part of a day. */
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/;
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
/** Seconds or milliseconds since 1970, from 2001 on. */
const UNIX_TIME = /^\d{10}(?:\d{3})?(?:\.\d+)?$/;

/** The order of day and month in a column: null if none of its cells tells, or if they contradict each other. */
export function dayOrderOf(cells: Iterable<string>): DayOrder | null {
  const found = new Set<DayOrder>();
  for (const cell of cells) {
    const [, first, second] = WITH_SLASHES.exec(cell) ?? [];
    if (Number(first) > 12) found.add('day_first');
    if (Number(second) > 12) found.add('month_first');
  }
  const [only, another] = [...found];
  return only && !another ? only : null;
}

/**
 * A date as spreadsheets and shops write it, as ISO 8601 has it: a day, or a day with a time. What is written as ISO 8601 or as seconds since
 * 1970 stays as it is. Throws `UnreadableCell`.
 */
export function readDate(cell: string, order: DayOrder | null): string {
  if (NOTHING.test(cell)) throw new UnreadableCell('date_of_nothing');
  if (STARTS_AS_ISO.test(cell) || UNIX_TIME.test(cell)) return cell;
  const serial = SERIAL.exec(cell);
  if (serial) return fromSerial(Number(serial[1]), Number(`0.${serial[2] ?? 0}`));
  const dots = WITH_DOTS.exec(cell);
  if (dots) return written(dots[3]!, dots[2]!, dots[1]!, dots.slice(4));
  const yearFirst = YEAR_FIRST.exec(cell);
  if (yearFirst) return written(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!, yearFirst.slice(4));
  const slashes = WITH_SLASHES.exec(cell);
  if (!slashes) throw new UnreadableCell('date_unknown');
  if (order === null) throw new UnreadableCell('date_order_unknown');
  const [, first, second, year] = slashes;
  const [day, month] = order === 'day_first' ? [first, second] : [second, first];
  return written(year!, month!, day!, slashes.slice(4));
}

/** A part of a day is one to the second: spreadsheets round it. */
function fromSerial(days: number, partOfDay: number): string {
  const at = new Date(SERIAL_EPOCH + days * DAY_MS + Math.round(partOfDay * 86_400) * 1000).toISOString();
  return partOfDay === 0 ? at.slice(0, '2030-12-31'.length) : at;
}

function written(year: string, month: string, day: string, [hour, minute, second]: readonly (string | undefined)[]): string {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = hour === undefined ? '' : `T${hour.padStart(2, '0')}:${minute}:${second ?? '00'}Z`;
  const at = new Date(`${date}${time}`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(date)) throw new UnreadableCell('date_unknown');
  return date + time;
}
