import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Empty, Loaded } from '../../ui/surfaces.tsx';
import { OwnInvitations } from '../account/own-invitations.tsx';
import { userQuery } from '../context.ts';
import { Account } from '../frame.tsx';
import { useWords } from '../words/index.ts';

/** Leads to the first organization of the user, if need be to one whose provider has to be asked first. */
export function HomePage(): ReactNode {
  const words = useWords();
  const user = useQuery(userQuery);
  return (
    <Loaded of={user} waiting={<main id="main" />}>
      {({ memberships, needing_single_sign_on, single_sign_on_organization_id, email }) => {
        const first = memberships[0] ?? needing_single_sign_on[0];
        return first ? (
          <Navigate to="/$slug" params={{ slug: first.slug }} replace />
        ) : (
          <main id="main" tabIndex={-1} className="alone">
            <Empty isPage icon={Building2} title={words.noOrganization} text={words.noOrganizationText}>
              <Account email={email} />
            </Empty>
            {single_sign_on_organization_id === null && <OwnInvitations />}
          </main>
        );
      }}
    </Loaded>
  );
}
