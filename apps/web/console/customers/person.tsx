import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/display.tsx';
import { useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

/** A customer with the way to their page. */
export function Person({
  id,
  name,
  email,
}: {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}): ReactNode {
  const words = useWords();
  const { slug } = useOrganization();
  const shown = name ?? email ?? words.customer.unnamed;
  return (
    <div className="person">
      <Avatar name={shown} />
      <div>
        <Link to="/$slug/customers/$id" params={{ slug, id }}>
          {shown}
        </Link>
        {name && email && <p className="faint small">{email}</p>}
      </div>
    </div>
  );
}
