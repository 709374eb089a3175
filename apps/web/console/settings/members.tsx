import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Crown, Ellipsis, LogOut, ShieldOff, UserMinus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Avatar, Status } from '../../ui/display.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { useLast } from '../../ui/last.ts';
import { type Action, ActionMenu } from '../../ui/menu.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization, userQuery } from '../context.ts';
import { useWords } from '../words/index.ts';
import { type Role, useRoles } from './roles.ts';

type Member = Schema<'OrganizationMember'>;
interface Asked {
  readonly what: 'remove' | 'leave' | 'transfer' | 'end';
  readonly member: Member;
}

/** The members of an organization, and what the user may do with them. */
export function Members({ members }: { readonly members: readonly Member[] }): ReactNode {
  const { settings } = useWords();
  const { people: words } = settings;
  const { actions: actionsTitle } = useUiWords();
  const { role } = useOrganization();
  const me = useQuery(userQuery).data?.id;
  const mayManage = useMay('organization_members:write');
  const [asked, setAsked] = useState<Asked | null>(null);
  const isOwner = role === 'owner';
  const mayChange = (member: Member): boolean => mayManage && member.user_id !== me && (isOwner || member.role !== 'owner');

  const actionsFor = (member: Member): Action[] => {
    const ask = (what: Asked['what']) => () => setAsked({ what, member });
    if (member.user_id === me) return [{ id: 'leave', label: words.leave, icon: LogOut, isBad: true, onAction: ask('leave') }];
    if (!mayChange(member)) return [];
    return [
      ...(isOwner && member.role !== 'owner'
        ? [{ id: 'transfer', label: words.transfer, icon: Crown, onAction: ask('transfer') }]
        : []),
      ...(isOwner ? [{ id: 'end', label: words.end, icon: ShieldOff, isBad: true, onAction: ask('end') }] : []),
      { id: 'remove', label: words.remove, icon: UserMinus, isBad: true, onAction: ask('remove') },
    ];
  };
  const columns: readonly Column<Member>[] = [
    {
      id: 'member',
      title: words.member,
      cell: ({ email, user_id, is_blocked }) => (
        <div className="person">
          <Avatar name={email} />
          <span>{email}</span>
          {user_id === me && <Status tone="idle">{words.you}</Status>}
          {is_blocked && <Status tone="bad">{words.blocked}</Status>}
        </div>
      ),
    },
    {
      id: 'role',
      title: words.role,
      cell: (member) => (mayChange(member) ? <RoleSelect member={member} /> : settings.roles[member.role]),
    },
    {
      id: 'actions',
      title: actionsTitle,
      isTitleHidden: true,
      cell: (member) => {
        const actions = actionsFor(member);
        const label = words.actionsOf(member.email);
        return (
          actions.length > 0 && (
            <div className="row end">
              <ActionMenu label={label} actions={actions}>
                <IconButton small label={label} icon={Ellipsis} />
              </ActionMenu>
            </div>
          )
        );
      },
    },
  ];
  return (
    <>
      <Table label={words.members} columns={columns} rows={members} rowId={({ user_id }) => user_id} />
      <AskedDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function RoleSelect({ member: { user_id, email, role } }: { readonly member: Member }): ReactNode {
  const { settings } = useWords();
  const { people: words } = settings;
  const { organization_id: id } = useOrganization();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const choices = useRoles();
  const change = async (chosen: Role): Promise<void> => {
    if (chosen === role) return;
    try {
      const path = { id, user_id };
      const body = { role: chosen };
      await answer(api.PATCH('/v1/organizations/{id}/members/{user_id}', { params: { path }, body }));
      await queries.invalidateQueries({ queryKey: ['members'] });
      toast(words.roleChanged(email, settings.roles[chosen]));
    } catch (error) {
      badToast(textOf(error));
    }
  };
  return (
    <div className="role-select">
      <SelectInput bare label={words.roleOf(email)} value={role} choices={choices} onChange={(chosen) => void change(chosen)} />
    </div>
  );
}

/** Asks before a member goes or becomes the owner, and before their sessions and tokens end. */
function AskedDialog({ asked, onClose }: { readonly asked: Asked | null; readonly onClose: () => void }): ReactNode {
  const { settings } = useWords();
  const { people: words } = settings;
  const { organization_id: id, name } = useOrganization();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const last = useLast(asked);
  if (!last) return null;
  const { what, member } = last;
  const path = { id, user_id: member.user_id };
  const remove = () => answer(api.DELETE('/v1/organizations/{id}/members/{user_id}', { params: { path } }));
  const run = async (): Promise<void> => {
    if (what === 'transfer') {
      const headers = { 'idempotency-key': newIdempotencyKey() };
      const body = { user_id: member.user_id };
      await answer(api.POST('/v1/organizations/{id}/owner', { params: { path: { id } }, headers, body }));
    } else if (what === 'end') {
      await answer(api.DELETE('/v1/organizations/{id}/members/{user_id}/credentials', { params: { path } }));
    } else await remove();
    await queries.invalidateQueries({ queryKey: userQuery.queryKey });
    if (what === 'leave') await navigate({ to: '/' });
    else await queries.invalidateQueries({ queryKey: ['members'] });
    toast(words.done[what]);
  };
  const texts = {
    remove: [words.removeTitle(member.email), words.removeText, words.remove],
    end: [words.endTitle(member.email), words.endText, words.end],
    leave: [words.leaveTitle(name), words.leaveText, words.leave],
    transfer: [words.transferTitle(member.email), words.transferText, words.transfer],
  } as const;
  const [title, text, confirm] = texts[what];
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={confirm}
      isDestructive={what !== 'transfer'}
      isOpen={asked !== null}
      onClose={onClose}
      onConfirm={run}
    />
  );
}
