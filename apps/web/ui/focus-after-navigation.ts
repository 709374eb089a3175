import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Readers of screens hear the new page from its beginning, unless it has focused a field of its own already. */
export function useFocusAfterNavigation(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== path) {
      scrollTo(0, 0);
      const main = document.querySelector<HTMLElement>('#main');
      if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    }
    previous.current = path;
  }, [path]);
}
