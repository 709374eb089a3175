import './account.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Day } from '../../ui/display.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card } from '../../ui/surfaces.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, userQuery } from '../context.ts';
import { useWords } from '../words/index.ts';

type Invitation = Schema<'UserInvitation'>;
const MOST = 100;

/** Invitations to organizations, if there are any. */
export function OwnInvitations(): ReactNode {
  const { account, settings } = useWords();
  const { invitations: words } = account;
  const textOf = useProblemText();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['own-invitations'],
    queryFn: () => answer(api.GET('/v1/users/me/invitations', { params: { query: { limit: MOST } } })),
  });
  const accept = useMutation({
    mutationFn: ({ id }: Invitation) => answer(api.POST('/v1/users/me/invitations/{id}/accept', { params: { path: { id } } })),
    onSuccess: async (_nothing, { organization_name }) => {
      toast(words.accepted(organization_name));
      await Promise.all([['own-invitations'], userQuery.queryKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => badToast(textOf(error)),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={words.title}>
      <ul className="stack">
        {data.items.map((invitation) => (
          <li key={invitation.id} className="invitation">
            <div>
              <p>{words.text(invitation.organization_name, settings.roles[invitation.role])}</p>
              <p className="faint small">
                {words.until} <Day at={invitation.expires_at} />
              </p>
            </div>
            <Button look="primary" isPending={accept.isPending} onPress={() => accept.mutate(invitation)}>
              {words.accept}
              <span className="visually-hidden"> {invitation.organization_name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
