import type { Schema } from '../../api/client.ts';
import { endOfDay, startOfDay } from '../../../../libs/support/src/days/days.ts';
import { dayIn, oneIn, pageIn, type Search, textIn } from '../search-parameters.ts';

export type UsageEvent = Schema<'Event'>;
export const SOURCES = ['user', 'system'] as const satisfies UsageEvent['source'][];
export const EVENT_SORTS = ['-timestamp', 'timestamp'] as const;

/** What the address of the list of events says. */
export interface EventsSearch {
  readonly query?: string;
  readonly source?: (typeof SOURCES)[number];
  readonly name?: string;
  readonly customer?: string;
  readonly meter?: string;
  /** `model=large`. */
  readonly metadata?: string;
  /** Days in the time zone of the organization, both included. */
  readonly from?: string;
  readonly until?: string;
  readonly sort?: (typeof EVENT_SORTS)[number];
  readonly page?: number;
}

/** A key and a value with `=` between them. */
export const pairIn = (text: string): readonly [key: string, value: string] | undefined => {
  const [, key, value] = /^\s*([^=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(text) ?? [];
  return key === undefined || value === undefined ? undefined : [key, value];
};

export const readEventsSearch = (search: Search): EventsSearch => ({
  query: textIn(search['query']),
  source: oneIn(SOURCES, search['source']),
  name: textIn(search['name']),
  customer: textIn(search['customer']),
  meter: textIn(search['meter']),
  metadata: textIn(search['metadata']),
  from: dayIn(search['from']),
  until: dayIn(search['until']),
  sort: oneIn(EVENT_SORTS, search['sort']),
  page: pageIn(search['page']),
});

export const MIN_QUERY_LENGTH = 3;

/** The parameters of a search for events. */
export function eventFilter({ query, source, name, customer, meter, metadata, from, until }: EventsSearch, timeZone: string) {
  const pair = metadata === undefined ? undefined : pairIn(metadata);
  return {
    query: query && query.length >= MIN_QUERY_LENGTH ? query : undefined,
    source: source && [source],
    name: name === undefined ? undefined : [name],
    customer_id: customer === undefined ? undefined : [customer],
    meter_id: meter,
    metadata: pair && { [pair[0]]: pair[1] },
    start_timestamp: from && startOfDay(from, timeZone),
    end_timestamp: until && endOfDay(until, timeZone),
  };
}

export const NAME_SORTS = [
  '-last_seen',
  'last_seen',
  '-occurrences',
  'occurrences',
  'name',
  '-name',
  'first_seen',
  '-first_seen',
] as const;

/** What the address of the list of names says. */
export interface EventNamesSearch {
  readonly query?: string;
  readonly source?: (typeof SOURCES)[number];
  readonly sort?: (typeof NAME_SORTS)[number];
  readonly page?: number;
}

export const readEventNamesSearch = (search: Search): EventNamesSearch => ({
  query: textIn(search['query']),
  source: oneIn(SOURCES, search['source']),
  sort: oneIn(NAME_SORTS, search['sort']),
  page: pageIn(search['page']),
});
