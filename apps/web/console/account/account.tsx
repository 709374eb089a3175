import './account.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { userQuery } from '../context.ts';
import { useWords } from '../words/index.ts';
import { OwnInvitations } from './own-invitations.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** How the user signs in, and where they are signed in. */
export function AccountPage(): ReactNode {
  const { account: words } = useWords();
  const user = useQuery(userQuery);
  return (
    <Loaded of={user} waiting={<SkeletonCards count={4} />}>
      {(details) => (
        <>
          <PageHead title={words.title} text={details.email} />
          <div className="stack account">
            <OwnInvitations />
            <Password user={details} />
            <SecondFactor user={details} />
            <Passkeys />
            <Sessions />
          </div>
        </>
      )}
    </Loaded>
  );
}
