import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFocusAfterNavigation } from '../ui/focus-after-navigation.ts';
import { SellerPage } from './seller-page.tsx';

/** Every page of a session or a link: the focus is on what is new after navigation. */
export function Portal(): ReactNode {
  useFocusAfterNavigation();
  return (
    <SellerPage>
      <Outlet />
    </SellerPage>
  );
}
