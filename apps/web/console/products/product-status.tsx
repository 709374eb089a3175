import type { ReactNode } from 'react';
import { Status } from '../../ui/display.tsx';
import { useWords } from '../words/index.ts';
import type { Product } from './price-text.ts';

/** Whether a product can be bought, and who sees it. */
export function ProductStatus({
  product: { is_archived, visibility },
}: {
  readonly product: Pick<Product, 'is_archived' | 'visibility'>;
}): ReactNode {
  const { products, visibilities } = useWords();
  if (is_archived) return <Status tone="idle">{products.states.archived}</Status>;
  return <Status tone={visibility === 'public' ? 'good' : 'idle'}>{visibilities[visibility]}</Status>;
}
