import { bareProperty } from './filter.ts';

/** How matching events are aggregated: counted, by a function of a numeric property, or by its number of distinct values. */
export type Aggregation =
  | { readonly func: 'count' }
  | { readonly func: 'sum' | 'max' | 'min' | 'avg'; readonly property: string }
  | { readonly func: 'unique'; readonly property: string };

export type AggregationFunction = Aggregation['func'];

/** The canonical form of an aggregation, as it is stored. */
export const normalizedAggregation = (aggregation: Aggregation): Aggregation =>
  aggregation.func === 'count' ? { func: 'count' } : { func: aggregation.func, property: bareProperty(aggregation.property) };
