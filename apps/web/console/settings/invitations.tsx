import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Ago, Day } from '../../ui/display.tsx';
import { useLast } from '../../ui/last.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

type Invitation = Schema<'OrganizationInvitation'>;
/** An organization has no more pending invitations. */
const MOST = 100;

/** Who was invited and has not accepted yet. */
export function Invitations(): ReactNode {
  const { settings } = useWords();
  const { people: words } = settings;
  const { actions } = useUiWords();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const { organization_id: id } = useOrganization();
  const mayManage = useMay('organization_members:write');
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const last = useLast(revoking);
  const invitations = useQuery({
    queryKey: ['invitations', id],
    queryFn: () => answer(api.GET('/v1/organizations/{id}/invitations', { params: { path: { id }, query: { limit: MOST } } })),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['invitations', id] });
  const resend = async ({ id: invitation_id, email }: Invitation): Promise<void> => {
    try {
      await answer(
        api.POST('/v1/organizations/{id}/invitations/{invitation_id}/resend', {
          params: { path: { id, invitation_id } },
          headers: { 'idempotency-key': newIdempotencyKey() },
        }),
      );
      await refresh();
      toast(words.resent(email));
    } catch (error) {
      badToast(textOf(error));
    }
  };
  const revoke = async (): Promise<void> => {
    const path = { id, invitation_id: last!.id };
    await answer(api.DELETE('/v1/organizations/{id}/invitations/{invitation_id}', { params: { path } }));
    await refresh();
    toast(words.revoked);
  };
  const columns: readonly Column<Invitation>[] = [
    { id: 'email', title: words.email, cell: ({ email }) => email },
    { id: 'role', title: words.role, cell: ({ role }) => settings.roles[role] },
    { id: 'sent', title: words.sent, cell: ({ created_at }) => <Ago at={created_at} /> },
    { id: 'expires', title: words.expires, cell: ({ expires_at }) => <Day at={expires_at} /> },
    ...(mayManage
      ? [
          {
            id: 'actions',
            title: actions,
            isTitleHidden: true,
            cell: (invitation: Invitation) => (
              <div className="row end">
                <Button small look="quiet" onPress={() => void resend(invitation)}>
                  {words.resend}
                  <span className="visually-hidden"> {invitation.email}</span>
                </Button>
                <Button small look="quiet-danger" onPress={() => setRevoking(invitation)}>
                  {words.revoke}
                  <span className="visually-hidden"> {invitation.email}</span>
                </Button>
              </div>
            ),
          },
        ]
      : []),
  ];
  return (
    <Loaded of={invitations} waiting={<SkeletonCards count={1} />}>
      {({ items }) => (
        <Card flush title={words.invitations}>
          {items.length === 0 ? (
            <p className="card-body faint">{words.noInvitations}</p>
          ) : (
            <Table label={words.invitations} columns={columns} rows={items} rowId={(each) => each.id} />
          )}
          <ConfirmDialog
            title={words.revokeTitle(last?.email ?? '')}
            text={words.revokeText}
            confirm={words.revoke}
            isDestructive
            isOpen={revoking !== null}
            onClose={() => setRevoking(null)}
            onConfirm={revoke}
          />
        </Card>
      )}
    </Loaded>
  );
}
