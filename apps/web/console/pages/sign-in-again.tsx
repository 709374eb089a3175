import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { SignInAgain } from '../../ui/sign-in-again.tsx';
import { userQuery } from '../context.ts';

const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }));

const PROVIDER = '/console/sign-in/single-sign-on';

/** Signing in without leaving the page. What somebody else would see of it is another page. */
export function ConsoleSignInAgain(): ReactNode {
  const queries = useQueryClient();
  const enter = async (onDone: () => void): Promise<void> => {
    const before = queries.getQueryData(userQuery.queryKey)?.id;
    const { id } = await queries.fetchQuery({ ...userQuery, staleTime: 0 });
    if (id === before) onDone();
    else location.assign('/console');
  };
  return <SignInAgain>{(onDone) => <Steps onDone={() => void enter(onDone)} />}</SignInAgain>;
}

/** The provider is asked in another tab, and the dialog goes on when its own is shown again. */
function Steps({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    if (!isElsewhere) return undefined;
    const check = async (): Promise<void> => {
      if ((await fetch('/console/api/v1/users/me')).ok) onDone();
    };
    const onFocus = (): void => void check();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [isElsewhere, onDone]);
  const openProvider = (): void => {
    setElsewhere(true);
    open(PROVIDER, '_blank', 'noreferrer');
  };
  return (
    <Suspense>
      <SignIn onDone={onDone} onSingleSignOn={openProvider} />
    </Suspense>
  );
}
