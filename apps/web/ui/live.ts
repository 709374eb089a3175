import { focusManager, type QueryClient } from '@tanstack/react-query';
import { type LiveMeta, nextLive } from './next-live.ts';

/** A page reads so often again, at most, what two people may change at the same time. */
const EVERY_MS = 5_000;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: LiveMeta;
  }
}

/** The option of a query that is read again while it is shown and, if that is asked, what it has read allows it. */
export const live = <Data>(isLive: (data: Data) => boolean = () => true) => ({ meta: { isLive } });

/** Reads what is live in turns, one query each time, unless the page is hidden. */
export function keepLive(queries: QueryClient): void {
  setInterval(() => {
    if (!focusManager.isFocused()) return;
    const next = nextLive(queries.getQueryCache().findAll({ type: 'active', fetchStatus: 'idle' }));
    if (next) void queries.refetchQueries({ queryKey: next.queryKey, exact: true });
  }, EVERY_MS);
}
