import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Status } from '../../ui/display.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import { type User, useReadUser } from './user.ts';

export function Password({ user: { has_password } }: { readonly user: User }): ReactNode {
  const { account } = useWords();
  const { password: words } = account;
  const readUser = useReadUser();
  const [open, setOpen] = useState<'set' | 'remove' | null>(null);
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/users/me/password'));
    await readUser();
    toast(words.removed);
  };
  const state = <Status tone={has_password ? 'good' : 'idle'}>{has_password ? account.isSet : account.isNotSet}</Status>;
  return (
    <Card title={words.title} end={state}>
      <div className="stack">
        <p className="soft">{has_password ? words.text : words.noText}</p>
        <div className="row">
          <Button onPress={() => setOpen('set')}>{has_password ? words.change : words.set}</Button>
          {has_password && (
            <Button look="quiet-danger" onPress={() => setOpen('remove')}>
              {words.remove}
            </Button>
          )}
        </div>
      </div>
      {open === 'set' && <PasswordDialog hasPassword={has_password === true} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        title={words.removeTitle}
        text={words.removeText}
        confirm={words.remove}
        isDestructive
        isOpen={open === 'remove'}
        onClose={() => setOpen(null)}
        onConfirm={remove}
      />
    </Card>
  );
}

function PasswordDialog({ hasPassword, onClose }: { readonly hasPassword: boolean; readonly onClose: () => void }): ReactNode {
  const { account } = useWords();
  const { password: words } = account;
  const readUser = useReadUser();
  const set = async (form: FormData): Promise<void> => {
    const current = String(form.get('current_password') ?? '');
    const body = { password: String(form.get('password')), current_password: current === '' ? null : current };
    await answer(api.POST('/v1/users/me/password', { body }));
    onClose();
    await readUser();
    toast(words.done);
  };
  return (
    <Dialog title={hasPassword ? words.change : words.set} isOpen onClose={onClose}>
      <ApiForm
        submitLabel={words.submit}
        explain={({ code }) => (code === 'CurrentPasswordWrong' ? words.wrong : null)}
        onSubmit={set}
        onCancel={onClose}
      >
        {hasPassword && (
          <TextInput
            name="current_password"
            type="password"
            label={words.current}
            hint={words.currentHint}
            autoComplete="current-password"
            autoFocus
          />
        )}
        <TextInput
          name="password"
          type="password"
          label={words.password}
          hint={words.hint}
          autoComplete="new-password"
          autoFocus={!hasPassword}
          isRequired
        />
      </ApiForm>
    </Dialog>
  );
}
