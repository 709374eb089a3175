export interface LiveMeta extends Record<string, unknown> {
  /** Whether what was read is read again. */
  readonly isLive?: (data: never) => boolean;
}

interface ReadQuery {
  readonly meta?: LiveMeta;
  readonly state: { readonly data?: unknown; readonly dataUpdatedAt: number; readonly errorUpdatedAt: number };
}

/** A list that goes on takes a request for each of its pages that are shown. */
const isLong = (data: unknown): boolean => ((data as { readonly pages?: readonly unknown[] } | null)?.pages?.length ?? 0) > 1;

const isLive = ({ meta, state: { data } }: ReadQuery): boolean =>
  data !== undefined && !isLong(data) && meta?.isLive?.(data as never) === true;

/** What failed has had its turn, too. */
const readAt = ({ state }: ReadQuery): number => Math.max(state.dataUpdatedAt, state.errorUpdatedAt);

/** The live query that was read longest ago. */
export const nextLive = <Query extends ReadQuery>(queries: readonly Query[]): Query | undefined =>
  queries.filter(isLive).toSorted((one, other) => readAt(one) - readAt(other))[0];
