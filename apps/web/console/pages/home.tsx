import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Empty, Loaded } from '../../ui/surfaces.tsx';
import { OwnInvitations } from '../account/own-invitations.tsx';
import { userQuery } from '../context.ts';
import { Account } from '../frame.tsx';
import { useWords } from '../words/index.ts';

/** Leads to the first organization of the user. */
export function HomePage(): ReactNode {
  const words = useWords();
  const user = useQuery(userQuery);
  return (
    <Loaded of={user} waiting={<main id="main" />}>
      {({ memberships: [first], email }) =>
        first ? (
          <Navigate to="/$slug" params={{ slug: first.slug }} replace />
        ) : (
          <main id="main" tabIndex={-1} className="alone">
            <Empty isPage icon={Building2} title={words.noOrganization} text={words.noOrganizationText}>
              <Account email={email} />
            </Empty>
            <OwnInvitations />
          </main>
        )
      }
    </Loaded>
  );
}
