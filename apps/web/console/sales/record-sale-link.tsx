import { Link } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

/** The way to the page that records a sale, of this customer if one is named. */
export function RecordSaleLink({
  customer,
  look = 'primary',
}: {
  readonly customer?: string;
  readonly look?: 'primary' | 'secondary';
}): ReactNode {
  const { palette: words } = useWords();
  const { slug } = useOrganization();
  const mayReport = [useMay('orders:write'), useMay('subscriptions:write')].every(Boolean);
  if (!mayReport) return null;
  return (
    <Link to="/$slug/sale" params={{ slug }} search={customer === undefined ? {} : { customer }} className={`button ${look}`}>
      <ShoppingCart aria-hidden />
      {words.recordSale}
    </Link>
  );
}
