import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MailX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { ApiForm } from '../../ui/form.tsx';
import { Empty, Loaded } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Alone } from '../alone.tsx';
import { api, sellerQuery, SIGN_IN } from '../context.ts';
import { SignedInAs } from '../signed-in-as.tsx';
import { takeParameter } from '../take-parameter.ts';
import { useWords } from '../words/index.ts';

/** Where the link to a new e-mail address leads. It is used by a press, because programs open links in mails too. */
export function EmailUpdatePage(): ReactNode {
  const words = useWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [token] = useState(() => takeParameter('token'));
  const check = useQuery({
    queryKey: ['email-update', token],
    queryFn: async () => {
      await answer(api.GET('/v1/customer-portal/customers/me/email-update/check', { params: { query: { token } } }));
      return true;
    },
    enabled: token !== '',
  });
  const verify = async (): Promise<void> => {
    await answer(api.POST('/v1/customer-portal/customers/me/email-update/verify', { body: { token } }));
    await queries.resetQueries({
      predicate: ({ queryKey }) => !['email-update', sellerQuery.queryKey[0]].includes(String(queryKey[0])),
    });
    await navigate({ to: '/billing' });
    toast(words.emailUpdate.done);
  };
  if (token === '' || check.error) {
    return (
      <Alone>
        <Empty isPage icon={MailX} title={words.emailUpdate.invalid} text={words.emailUpdate.invalidText}>
          <a href={SIGN_IN} className="button secondary">
            {words.claim.toSignIn}
          </a>
        </Empty>
      </Alone>
    );
  }
  return (
    <Alone>
      <Loaded of={check}>
        {() => (
          <>
            <div>
              <h1>{words.emailUpdate.title}</h1>
              <p>{words.emailUpdate.text}</p>
            </div>
            <SignedInAs />
            <ApiForm submitLabel={words.emailUpdate.confirm} submit={{ wide: true }} onSubmit={verify}>
              {null}
            </ApiForm>
          </>
        )}
      </Loaded>
    </Alone>
  );
}
