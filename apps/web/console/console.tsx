import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useUiWords } from '../i18n/languages.tsx';

/** Every page: a way past the navigation, and the focus on what is new. */
export function Console(): ReactNode {
  const words = useUiWords();
  useFocusAfterNavigation();
  return (
    <>
      <a className="skip-link" href="#main">
        {words.skipToContent}
      </a>
      <Outlet />
    </>
  );
}

/** Readers of screens hear the new page from its beginning, unless it has a field that takes the focus. */
function useFocusAfterNavigation(): void {
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
