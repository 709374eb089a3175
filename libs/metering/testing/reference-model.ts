import type { Aggregation } from '../src/domain/meter.ts';
import type { Clause, Filter } from '../src/domain/filter.ts';

/** An event as it is stored in the tables. */
export interface ReferenceEvent {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  /** Whole seconds since 1970. */
  readonly timestamp_seconds: number;
  /** Seconds since 1970. */
  readonly ingested_seconds: number;
  readonly customer_id: string | null;
  readonly external_customer_id: string | null;
  readonly metadata: { readonly [key: string]: unknown };
}

const asText = (value: Clause['value']): string => (typeof value === 'boolean' ? String(value)[0]! : String(value));

function compare<T extends string | number>(a: T, operator: Clause['operator'], b: T): boolean {
  switch (operator) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'gt':
      return a > b;
    case 'gte':
      return a >= b;
    case 'lt':
      return a < b;
    case 'lte':
      return a <= b;
    case 'like':
      return String(a).includes(String(b));
    case 'not_like':
      return !String(a).includes(String(b));
  }
}

/** Whether an event matches a clause, by the documented rules and without code of the service. */
function matchesClause(event: ReferenceEvent, { property, operator, value }: Clause): boolean {
  if (property === 'name' || property === 'source') return typeof value === 'string' && compare(event[property], operator, value);
  if (property === 'timestamp') return typeof value !== 'string' && compare(event.timestamp_seconds, operator, Number(value));
  const stored = lookUp(event, property);
  if (stored === undefined || stored === null) return false;
  if (operator === 'like' || operator === 'not_like') {
    return compare(typeof stored === 'object' ? JSON.stringify(stored) : String(stored), operator, asText(value));
  }
  if (typeof stored === 'string') return compare(stored, operator, asText(value));
  if (typeof stored === 'number') return typeof value !== 'string' && compare(stored, operator, Number(value));
  return typeof stored === 'boolean' && typeof value === 'boolean' && compare(Number(stored), operator, Number(value));
}

const lookUp = ({ metadata }: ReferenceEvent, property: string): unknown =>
  (Object.hasOwn(metadata, property) ? [property] : property.split('.')).reduce<unknown>(
    (found, step) => (typeof found === 'object' && found ? (found as Record<string, unknown>)[step] : undefined),
    metadata,
  );

export const matches = (event: ReferenceEvent, { conjunction, clauses }: Filter): boolean => {
  const results = clauses.map((part) => ('clauses' in part ? matches(event, part) : matchesClause(event, part)));
  return results.length === 0 || (conjunction === 'and' ? results.every(Boolean) : results.some(Boolean));
};

const HUNDREDTHS = 100;

/** Whether a matching event has a value that the aggregation uses. */
export function hasAggregatedValue(event: ReferenceEvent, aggregation: Aggregation): boolean {
  if (aggregation.func === 'count' || aggregation.property === 'timestamp') return true;
  const value = lookUp(event, aggregation.property);
  return aggregation.func === 'unique' ? value !== undefined : typeof value === 'number';
}

/** The aggregate of the events. Numbers have at most two decimals in these tests, so that their sums are exact. */
export function aggregated(events: readonly ReferenceEvent[], aggregation: Aggregation): number {
  if (aggregation.func === 'count') return events.length;
  const values = events.map((event) =>
    aggregation.property === 'timestamp' ? event.timestamp_seconds : lookUp(event, aggregation.property),
  );
  if (aggregation.func === 'unique')
    return new Set(values.filter((value) => value !== undefined).map((v) => JSON.stringify(v))).size;
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return 0;
  const sum = numbers.reduce((total, each) => total + Math.round(each * HUNDREDTHS), 0) / HUNDREDTHS;
  return { sum, avg: sum / numbers.length, max: Math.max(...numbers), min: Math.min(...numbers) }[aggregation.func];
}
