import type { FieldError } from '#kernel';

export const CONJUNCTIONS = ['and', 'or'] as const;
export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const;

export interface Clause {
  readonly property: string;
  readonly operator: (typeof OPERATORS)[number];
  readonly value: string | number | boolean;
}

/** Which events a meter counts. Without clauses: all of them. */
export interface Filter {
  readonly conjunction: (typeof CONJUNCTIONS)[number];
  readonly clauses: readonly (Clause | Filter)[];
}

const MOST_CLAUSES = 1_000;

const METADATA = 'metadata.';

/** `metadata.` in front of a property says nothing: whatever is not a property of the event itself is in its metadata. */
export const bareProperty = (property: string): string =>
  property.startsWith(METADATA) ? property.slice(METADATA.length) : property;

const isFilter = (part: Clause | Filter): part is Filter => 'clauses' in part;

/** The filter in the one form that is kept. */
export const normalizedFilter = ({ conjunction, clauses }: Filter): Filter => ({
  conjunction,
  clauses: clauses.map((part) =>
    isFilter(part)
      ? normalizedFilter(part)
      : { property: bareProperty(part.property), operator: part.operator, value: part.value },
  ),
});

/** How many clauses there are, and groups of them: either is a condition. */
const sizeOf = ({ clauses }: Filter): number => clauses.reduce((size, part) => size + 1 + (isFilter(part) ? sizeOf(part) : 0), 0);

/** Every event is held against every clause of every meter, so there is an end to their number. */
export function problemsOfFilter(filter: Filter): FieldError[] {
  if (sizeOf(filter) <= MOST_CLAUSES) return [];
  return [
    { at: ['filter'], message: `A filter has at most ${MOST_CLAUSES} clauses, groups of them included.`, type: 'too_long' },
  ];
}
