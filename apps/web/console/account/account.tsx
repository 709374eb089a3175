import './account.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Empty, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { userQuery } from '../context.ts';
import { useWords } from '../words/index.ts';
import { Authorizations } from './authorizations.tsx';
import { OwnInvitations } from './own-invitations.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** How the user signs in, where they are signed in, and which applications act for them. */
export function AccountPage(): ReactNode {
  const { account: words, singleSignOn } = useWords();
  const navigate = useNavigate();
  const user = useQuery(userQuery);
  return (
    <Loaded of={user} waiting={<SkeletonCards count={4} />}>
      {(details) => (
        <>
          <PageHead title={words.title} text={details.email} />
          <div className="stack account">
            {details.single_sign_on_organization_id === null ? (
              <>
                <OwnInvitations />
                <Password user={details} />
                <SecondFactor user={details} />
                <Passkeys />
                <Authorizations />
              </>
            ) : (
              <Empty title={singleSignOn.limitedTitle} text={singleSignOn.limitedText}>
                <Button onPress={() => void navigate({ to: '/sign-in' })}>{singleSignOn.otherwise}</Button>
              </Empty>
            )}
            <Sessions />
          </div>
        </>
      )}
    </Loaded>
  );
}
