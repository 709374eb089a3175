import { bareProperty } from './filter.ts';

/** What is made of the events that match: their number, something of the numbers in a property, or how many values it has. */
export type Aggregation =
  | { readonly func: 'count' }
  | { readonly func: 'sum' | 'max' | 'min' | 'avg'; readonly property: string }
  | { readonly func: 'unique'; readonly property: string };

export type AggregationFunction = Aggregation['func'];

/** The aggregation in the one form that is kept. */
export const normalizedAggregation = (given: Aggregation): Aggregation =>
  given.func === 'count' ? { func: 'count' } : { func: given.func, property: bareProperty(given.property) };
