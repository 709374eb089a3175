import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, userQuery } from './context.ts';
import { isSignedIn } from './session.ts';
import { useSignInWords } from './sign-in/words.ts';

/** Says who is signed in, where what is confirmed begins another session. Nothing for nobody, and for `email`. */
export function SignedInAs({ email }: { readonly email?: string | null }): ReactNode {
  const words = useSignInWords();
  const current = useQuery({
    queryKey: [...userQuery.queryKey, 'if-any'],
    queryFn: async () =>
      (await isSignedIn()) ? ((await api.GET('/v1/customer-portal/customer-session/user')).data ?? null) : null,
    retry: false,
  }).data;
  if (!current || current.email === email) return null;
  return <p className="notice warn">{words.signedInAs(current.email)}</p>;
}
