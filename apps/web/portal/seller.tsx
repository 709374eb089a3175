import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Avatar } from '../ui/display.tsx';
import { Skeleton } from '../ui/surfaces.tsx';
import { sellerQuery } from './context.ts';

/** The seller's picture and name. */
export function Seller(): ReactNode {
  const seller = useQuery(sellerQuery).data;
  return (
    <div className="seller">
      {seller ? (
        <>
          <Avatar name={seller.name} picture={seller.avatar_url} look="square large" />
          <bdi className="seller-name">{seller.name}</bdi>
        </>
      ) : (
        <Skeleton width={180} height={38} />
      )}
    </div>
  );
}
