/**
 * Only events about one of these products or benefits are delivered; what is about neither is not. Null does not filter; without
 * both, all events of the kinds are delivered.
 */
export interface Filters {
  readonly productIds: readonly string[] | null;
  readonly benefitIds: readonly string[] | null;
}

export const withoutRepetitions = (events: readonly string[]): string[] => [...new Set(events)];

/** An empty list does not filter. */
export const filterBy = (ids: readonly string[] | null): string[] | null => (ids?.length ? withoutRepetitions(ids) : null);
