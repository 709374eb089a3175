import { type Filter, normalizedFilter } from '../../../domain/filter.ts';

/** The only name that events which meet a filter can have; undefined if they may have several. */
export function requiredName(filter: Filter): string | undefined {
  const { conjunction, clauses } = normalizedFilter(filter);
  if (conjunction === 'or' && clauses.length !== 1) return undefined;
  for (const part of clauses) {
    if ('clauses' in part || part.property !== 'name' || part.operator !== 'eq') continue;
    if (typeof part.value === 'string') return part.value.toWellFormed();
  }
  return undefined;
}
