import type { ReactNode } from 'react';
import { AppearanceMenu } from '../ui/appearance.tsx';
import { SellerContact } from './seller-contact.tsx';
import { Seller } from './seller.tsx';

/** A page without a session: the seller, and one thing to do. */
export const Alone = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <main id="main" tabIndex={-1} className="alone">
    <div className="corner">
      <AppearanceMenu />
    </div>
    <Seller />
    {children}
    <SellerContact />
  </main>
);
