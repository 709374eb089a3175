import { fieldError, type FieldError } from '#kernel';

export const CONJUNCTIONS = ['and', 'or'] as const;
export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const;

export interface Clause {
  readonly property: string;
  readonly operator: (typeof OPERATORS)[number];
  readonly value: string | number | boolean;
}

/** Selects the events that a meter counts. Without clauses it selects all. */
export interface Filter {
  readonly conjunction: (typeof CONJUNCTIONS)[number];
  readonly clauses: readonly (Clause | Filter)[];
}

const MAX_CLAUSES = 250;

const METADATA = 'metadata.';

/** Removes the optional prefix `metadata.`: properties that are not fields of the event are looked up in its metadata anyway. */
export const bareProperty = (property: string): string =>
  property.startsWith(METADATA) ? property.slice(METADATA.length) : property;

const isFilter = (part: Clause | Filter): part is Filter => 'clauses' in part;

/** The canonical form of a filter, as it is stored. */
export const normalizedFilter = ({ conjunction, clauses }: Filter): Filter => ({
  conjunction,
  clauses: clauses.map((part) =>
    isFilter(part)
      ? normalizedFilter(part)
      : { property: bareProperty(part.property), operator: part.operator, value: part.value },
  ),
});

/** Number of clauses and nested groups. */
export const sizeOf = ({ clauses }: Filter): number =>
  clauses.reduce((size, part) => size + 1 + (isFilter(part) ? sizeOf(part) : 0), 0);

/** Every event is checked against every clause of every meter, so their number is limited. */
export function errorsOfFilter(filter: Filter): FieldError[] {
  if (sizeOf(filter) <= MAX_CLAUSES) return [];
  const message = `A filter has at most ${MAX_CLAUSES} clauses and groups.`;
  return [fieldError(['filter'], message, undefined, 'too_long')];
}
