import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOrganization } from './context.ts';
import type { PageLink } from './navigation.ts';

/** The way from one object to the list of all. */
export function BackLink({ to, children }: { readonly to: PageLink['to']; readonly children: ReactNode }): ReactNode {
  const { slug } = useOrganization();
  return (
    <Link to={to} params={{ slug }} className="back">
      <ArrowLeft aria-hidden />
      {children}
    </Link>
  );
}
