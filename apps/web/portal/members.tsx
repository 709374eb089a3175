import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../api/client.ts';
import { useFormats } from '../i18n/languages.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Avatar } from '../ui/display.tsx';
import { SelectInput } from '../ui/choices.tsx';
import { TextInput } from '../ui/fields.tsx';
import { ApiForm } from '../ui/form.tsx';
import { useLast } from '../ui/last.ts';
import { useProblemText } from '../ui/problem-text.ts';
import { Card, Loaded } from '../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';
import { badToast, toast } from '../ui/toasts.tsx';
import { api, useReadOnly } from './context.ts';
import { HeldSeat, useSeatsOf } from './held-seats.tsx';
import type { Member, Pool, Seat } from './pools.ts';
import { RevokeSeat } from './seats-card.tsx';
import { useWords } from './words/index.ts';

type Role = Member['role'];

const PER_PAGE = 20;
const ROLES: readonly Role[] = ['owner', 'billing_manager', 'member'];
const nameOf = ({ name, email }: Member): string => name ?? email;

/** The people of the team, each once, with their seats; `me` is the id of the member of the session. */
export function Members({ me, pools }: { readonly me: string; readonly pools: readonly Pool[] }): ReactNode {
  const words = useWords().team;
  const { number } = useFormats();
  const isReadOnly = useReadOnly();
  const [page, setPage] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const members = useQuery({
    queryKey: ['members', page],
    queryFn: () => answer(api.GET('/v1/customer-portal/members', { params: { query: { page, limit: PER_PAGE } } })),
    placeholderData: keepPreviousData,
  });
  const [revoked, setRevoked] = useState<Seat | null>(null);
  const seatsOf = useSeatsOf(pools);
  const columns: readonly Column<Member>[] = [
    { id: 'person', title: words.name, cell: (member) => <Person member={member} isMe={member.id === me} /> },
    {
      id: 'role',
      title: words.role,
      cell: (member) => (isReadOnly || member.id === me ? words.roles[member.role] : <RoleInput member={member} />),
    },
    ...(pools.length === 0
      ? []
      : [
          {
            id: 'seats',
            title: words.seatsOfMember,
            cell: (member: Member) => (
              <div className="row">
                {seatsOf(member).map((held) => (
                  <HeldSeat key={held.seat.id} held={held} onRevoke={setRevoked} />
                ))}
              </div>
            ),
          },
        ]),
    {
      id: 'remove',
      title: words.removeMember,
      isTitleHidden: true,
      cell: (member) =>
        !isReadOnly &&
        member.id !== me && (
          <div className="row end">
            <Button small look="quiet" aria-label={words.removeMemberOf(nameOf(member))} onPress={() => setLeaving(member)}>
              {words.removeMember}
            </Button>
          </div>
        ),
    },
  ];
  const add = (
    <Button small icon={UserPlus} isDisabled={isReadOnly} onPress={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Loaded of={members}>
      {({ items, pagination }) => (
        <Card title={words.members} end={add} flush>
          <Table label={words.members} columns={columns} rows={items} rowId={({ id }) => id} />
          {pagination.max_page > 1 && (
            <Pager summary={number(pagination.total_count)} page={page} pages={pagination.max_page} onPage={setPage} />
          )}
          <AddMember isOpen={isAdding} onClose={() => setAdding(false)} />
          <RemoveMember member={leaving} onClose={() => setLeaving(null)} />
          <RevokeSeat seat={revoked} onClose={() => setRevoked(null)} />
        </Card>
      )}
    </Loaded>
  );
}

function Person({ member, isMe }: { readonly member: Member; readonly isMe: boolean }): ReactNode {
  const words = useWords().team;
  return (
    <div className="person">
      <Avatar name={nameOf(member)} />
      <div>
        <bdi>{nameOf(member)}</bdi> {isMe && <span className="faint">({words.you})</span>}
        {member.name && (
          <div className="faint small">
            <bdi>{member.email}</bdi>
          </div>
        )}
      </div>
    </div>
  );
}

const useRoleChoices = () => {
  const words = useWords().team;
  return ROLES.map((id) => ({ id, label: words.roles[id] }));
};

function RoleInput({ member }: { readonly member: Member }): ReactNode {
  const words = useWords().team;
  const choices = useRoleChoices();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const change = async (role: Role): Promise<void> => {
    if (role === member.role) return;
    try {
      await answer(api.PATCH('/v1/customer-portal/members/{id}', { params: { path: { id: member.id } }, body: { role } }));
      toast(words.roleChanged(nameOf(member), words.roles[role]));
    } catch (error) {
      badToast(textOf(error));
    }
    await Promise.all([queries.invalidateQueries({ queryKey: ['members'] }), queries.invalidateQueries({ queryKey: ['user'] })]);
  };
  return (
    <div className="role-input">
      <SelectInput
        bare
        label={words.roleOf(nameOf(member))}
        choices={choices}
        value={member.role}
        onChange={(role) => void change(role)}
      />
    </div>
  );
}

function AddMember({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }): ReactNode {
  const words = useWords().team;
  const choices = useRoleChoices();
  const queries = useQueryClient();
  const [role, setRole] = useState<Role>('member');
  const add = async (form: FormData): Promise<void> => {
    const body = { email: String(form.get('email')).trim(), name: String(form.get('name')).trim() || null, role };
    const headers = { 'idempotency-key': newIdempotencyKey() };
    const member = await answer(api.POST('/v1/customer-portal/members', { headers, body }));
    await queries.invalidateQueries({ queryKey: ['members'] });
    onClose();
    toast(words.added(nameOf(member)));
  };
  return (
    <Dialog title={words.add} isOpen={isOpen} onClose={onClose}>
      <ApiForm submitLabel={words.add} onSubmit={add} onCancel={onClose}>
        <TextInput name="email" type="email" label={words.email} autoFocus isRequired />
        <TextInput name="name" label={words.name} />
        <SelectInput name="role" label={words.role} choices={choices} value={role} onChange={setRole} />
      </ApiForm>
    </Dialog>
  );
}

function RemoveMember({ member, onClose }: { readonly member: Member | null; readonly onClose: () => void }): ReactNode {
  const words = useWords().team;
  const queries = useQueryClient();
  const last = useLast(member);
  const name = last ? nameOf(last) : '';
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/customer-portal/members/{id}', { params: { path: { id: last!.id } } }));
    await Promise.all([queries.invalidateQueries({ queryKey: ['members'] }), queries.invalidateQueries({ queryKey: ['seats'] })]);
    toast(words.memberRemoved(name));
  };
  return (
    <ConfirmDialog
      title={words.removeMemberTitle(name)}
      text={words.removeMemberText}
      confirm={words.removeMember}
      isDestructive
      isOpen={member !== null}
      onClose={onClose}
      onConfirm={remove}
    />
  );
}
