import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MailX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { ApiForm } from '../../ui/form.tsx';
import { Fact, Facts } from '../../ui/display.tsx';
import { Empty, Loaded } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, sellerQuery, SIGN_IN } from '../context.ts';
import { Alone } from '../alone.tsx';
import { SignedInAs } from '../signed-in-as.tsx';
import { takeParameter } from '../take-parameter.ts';
import { useWords } from '../words/index.ts';

/** Where the link in an invitation to a seat leads. The seat is claimed by a press, because programs open links in mails too. */
export function ClaimPage(): ReactNode {
  const words = useWords().claim;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [token] = useState(() => takeParameter('invitation_token'));
  const [idempotencyKey] = useState(newIdempotencyKey);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () =>
      answer(api.GET('/v1/customer-seats/claim/{invitation_token}', { params: { path: { invitation_token: token } } })),
    enabled: token !== '',
  });
  const claim = async (): Promise<void> => {
    const headers = { 'idempotency-key': idempotencyKey };
    await answer(api.POST('/v1/customer-seats/claim', { headers, body: { invitation_token: token } }));
    await queries.resetQueries({
      predicate: ({ queryKey }) => !['invitation', sellerQuery.queryKey[0]].includes(String(queryKey[0])),
    });
    await navigate({ to: '/' });
    toast(words.done);
  };
  if (token === '' || invitation.error) {
    return (
      <Alone>
        <Empty isPage icon={MailX} title={words.invalid} text={words.invalidText}>
          <a href={SIGN_IN} className="button secondary">
            {words.toSignIn}
          </a>
        </Empty>
      </Alone>
    );
  }
  return (
    <Alone>
      <Loaded of={invitation}>
        {({ product_name, organization_name, customer_email }) => (
          <>
            <div>
              <h1>{words.title}</h1>
              <p>{words.text(product_name, organization_name)}</p>
            </div>
            <Facts>
              <Fact name={words.invited}>
                <bdi>{customer_email}</bdi>
              </Fact>
            </Facts>
            <SignedInAs email={customer_email} />
            <ApiForm submitLabel={words.accept} submit={{ wide: true }} onSubmit={claim}>
              {null}
            </ApiForm>
          </>
        )}
      </Loaded>
    </Alone>
  );
}
