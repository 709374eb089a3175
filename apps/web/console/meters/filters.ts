import type { Schema } from '../../api/client.ts';
import { PERIODS, type Period } from '../../ui/period.ts';
import { oneIn, pageIn, type Search, textIn } from '../search-parameters.ts';

export type Meter = Schema<'Meter'>;
export const METER_STATES = ['current', 'archived'] as const;

/** What the address of the list of meters says. */
export interface MetersSearch {
  readonly query?: string;
  readonly state?: (typeof METER_STATES)[number];
  readonly page?: number;
}

export const readMetersSearch = (search: Search): MetersSearch => ({
  query: textIn(search['query']),
  state: oneIn(METER_STATES, search['state']),
  page: pageIn(search['page']),
});

const FIELDS = ['customer_name', 'consumed_units', 'credited_units', 'balance', 'modified_at'] as const;
type Field = (typeof FIELDS)[number];
const CUSTOMER_SORTS = FIELDS.flatMap((field) => [field, `-${field}`] as const) satisfies (Field | `-${Field}`)[];
export type CustomerSort = Field | `-${Field}`;
export const customerSortIn = (value: unknown): CustomerSort | undefined => oneIn(CUSTOMER_SORTS, value);

/** What the address of one meter says: the period of its chart, and which of its customers are shown. */
export interface MeterSearch {
  readonly period?: Period;
  readonly sort?: CustomerSort;
  readonly page?: number;
}

export const readMeterSearch = (search: Search): MeterSearch => ({
  period: oneIn(PERIODS, search['period']),
  sort: customerSortIn(search['sort']),
  page: pageIn(search['page']),
});
