import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { SignInAgain } from '../ui/sign-in-again.tsx';
import { BASE, customerQuery } from './context.ts';

const SignIn = lazy(async () => ({ default: (await import('./sign-in/sign-in.tsx')).SignIn }));

/** Signing in without leaving the page. What somebody else would see of it is another page. */
export function PortalSignInAgain(): ReactNode {
  const queries = useQueryClient();
  const enter = async (onDone: () => void): Promise<void> => {
    const before = queries.getQueryData(customerQuery.queryKey)?.id;
    const { id } = await queries.fetchQuery({ ...customerQuery, staleTime: 0 });
    if (id === before) onDone();
    else location.assign(BASE);
  };
  return (
    <SignInAgain>
      {(onDone) => (
        <Suspense>
          <SignIn onDone={() => enter(onDone)} />
        </Suspense>
      )}
    </SignInAgain>
  );
}
