import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUiWords } from '../i18n/languages.tsx';
import { useFocusAfterNavigation } from '../ui/focus-after-navigation.ts';

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
