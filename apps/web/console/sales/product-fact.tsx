import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Fact } from '../../ui/display.tsx';
import { useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

/** The product of a purchase, with the way to it. */
export function ProductFact({
  product: { id, name },
}: {
  readonly product: { readonly id: string; readonly name: string };
}): ReactNode {
  const { sales: words } = useWords();
  const { slug, scopes } = useOrganization();
  return (
    <Fact name={words.product}>
      {scopes.includes('products:read') ? (
        <Link to="/$slug/products/$id" params={{ slug, id }}>
          {name}
        </Link>
      ) : (
        name
      )}
    </Fact>
  );
}
