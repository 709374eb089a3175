import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Ago, Day } from '../../ui/display.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useLast } from '../../ui/last.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { addPasskey, hasPasskeys, PasskeyRefused } from '../passkeys.ts';
import { useWords } from '../words/index.ts';
import { clientName } from './client-name.ts';
import { useReadUser } from './user.ts';

type Passkey = Schema<'Passkey'>;
/** A user has no more. */
const MOST = 20;

export function Passkeys(): ReactNode {
  const { account } = useWords();
  const { passkeys: words } = account;
  const { actions } = useUiWords();
  const readUser = useReadUser();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const last = useLast(removing);
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => answer(api.GET('/v1/users/me/passkeys', { params: { query: { limit: MOST } } })),
  });
  const remove = async (): Promise<void> => {
    const path = { id: last!.id };
    await answer(api.DELETE('/v1/users/me/passkeys/{id}', { params: { path } }));
    await readUser();
    toast(words.removed);
  };
  const columns: readonly Column<Passkey>[] = [
    {
      id: 'name',
      title: words.name,
      cell: ({ name }) => (
        <span className="person">
          <Fingerprint aria-hidden className="device-icon" />
          {name}
        </span>
      ),
    },
    { id: 'added', title: words.added, cell: ({ created_at }) => <Day at={created_at} /> },
    {
      id: 'used',
      title: words.used,
      cell: ({ last_used_at }) => (last_used_at ? <Ago at={last_used_at} /> : words.never),
    },
    {
      id: 'actions',
      title: actions,
      isTitleHidden: true,
      cell: (passkey) => (
        <div className="row end">
          <Button small look="quiet-danger" onPress={() => setRemoving(passkey)}>
            {words.remove}
            <span className="visually-hidden"> {passkey.name}</span>
          </Button>
        </div>
      ),
    },
  ];
  const add = hasPasskeys && (
    <Button small icon={Plus} onPress={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Loaded of={passkeys} waiting={<SkeletonCards count={1} />}>
      {({ items }) => (
        <Card flush title={words.title} end={add}>
          {items.length === 0 ? (
            <p className="card-body soft">{hasPasskeys ? words.text : words.unsupported}</p>
          ) : (
            <Table label={words.title} columns={columns} rows={items} rowId={({ id }) => id} />
          )}
          {isAdding && <AddDialog onClose={() => setAdding(false)} />}
          <ConfirmDialog
            title={words.removeTitle(last?.name ?? '')}
            text={words.removeText}
            confirm={words.remove}
            isDestructive
            isOpen={removing !== null}
            onClose={() => setRemoving(null)}
            onConfirm={remove}
          />
        </Card>
      )}
    </Loaded>
  );
}

function AddDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { account } = useWords();
  const { passkeys: words } = account;
  const readUser = useReadUser();
  const add = async (form: FormData): Promise<void> => {
    const name = String(form.get('name')).trim();
    await addPasskey(name).catch((error: unknown) => {
      if (!(error instanceof PasskeyRefused)) throw error;
      throw new ApiProblem(400, 'PasskeyRefused', error.isKnown ? words.known : words.refused, null, {}, null);
    });
    onClose();
    await readUser();
    toast(words.done);
  };
  return (
    <Dialog title={words.addTitle} isOpen onClose={onClose}>
      <p className="soft">{words.addText}</p>
      <ApiForm submitLabel={words.submit} onSubmit={add} onCancel={onClose}>
        <TextInput
          name="name"
          label={words.name}
          hint={words.nameHint}
          defaultValue={clientName(navigator.userAgent) ?? ''}
          maxLength={100}
          autoFocus
          isRequired
        />
      </ApiForm>
    </Dialog>
  );
}
