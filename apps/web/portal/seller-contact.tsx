import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sellerQuery } from './context.ts';
import { useSignInWords } from './sign-in/words.ts';

/** Where the seller is reached; nothing if that is not known. */
export function SellerContact(): ReactNode {
  const words = useSignInWords().contact;
  const seller = useQuery(sellerQuery).data;
  if (!seller || (seller.email === null && seller.website === null)) return null;
  return (
    <p className="seller-contact">
      {seller.email !== null && <a href={`mailto:${seller.email}`}>{words.write(seller.name)}</a>}
      {seller.website !== null && (
        <a href={seller.website} target="_blank" rel="noopener noreferrer">
          {words.website(seller.name)}
        </a>
      )}
    </p>
  );
}
