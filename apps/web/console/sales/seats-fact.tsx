import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/languages.tsx';
import { Fact } from '../../ui/display.tsx';
import { useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

/** How many seats were bought, with the way to them. */
export function SeatsFact({
  seats,
  purchase,
  id,
}: {
  readonly seats: number;
  readonly purchase: 'subscription' | 'order';
  readonly id: string;
}): ReactNode {
  const { sales: words } = useWords();
  const { number } = useFormats();
  const { slug, scopes } = useOrganization();
  return (
    <Fact name={words.seats}>
      {scopes.includes('customer_seats:read') ? (
        <Link to="/$slug/seats/$purchase/$id" params={{ slug, purchase, id }}>
          {number(seats)}
        </Link>
      ) : (
        number(seats)
      )}
    </Fact>
  );
}
