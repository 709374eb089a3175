import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleSlash, Pencil, Rocket, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { EditReleaseDialog } from './edit-release.tsx';
import type { Release } from './filters.ts';
import { useReleaseWords } from './words.ts';

/** What can be done with a release, which depends on its status. */
export function ReleaseActions({ release }: { readonly release: Release }): ReactNode {
  const words = useReleaseWords();
  const { number } = useFormats();
  const { slug } = useOrganization();
  const mayWrite = useMay('releases:write');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const [open, setOpen] = useState<'edit' | 'publish' | 'yank' | 'delete' | null>(null);
  if (!mayWrite) return null;
  const { id, status, version, channel, artifacts } = release;
  const params = { path: { id } };
  const close = (): void => setOpen(null);
  const publish = async (): Promise<void> => {
    await answer(api.POST('/v1/releases/{id}/publish', { params, headers: { 'Idempotency-Key': keyOf(id) } }));
    await queries.invalidateQueries({ queryKey: ['releases'] });
    toast(words.published);
  };
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/releases/{id}', { params }));
    await navigate({ to: '/$slug/releases', params: { slug } });
    queries.removeQueries({ queryKey: ['releases', 'one', id] });
    await queries.invalidateQueries({ queryKey: ['releases'] });
    toast(words.deleted);
  };
  return (
    <>
      <Button icon={Pencil} onPress={() => setOpen('edit')}>
        {words.change}
      </Button>
      {status === 'draft' && (
        <>
          <Button look="quiet-danger" icon={Trash2} onPress={() => setOpen('delete')}>
            {words.delete}
          </Button>
          <Button look="primary" icon={Rocket} isDisabled={artifacts === 0} onPress={() => setOpen('publish')}>
            {words.publish}
          </Button>
        </>
      )}
      {status === 'published' && (
        <Button look="quiet-danger" icon={CircleSlash} onPress={() => setOpen('yank')}>
          {words.yank}
        </Button>
      )}
      {open === 'edit' && <EditReleaseDialog release={release} onClose={close} />}
      {open === 'yank' && <YankDialog release={release} onClose={close} />}
      <ConfirmDialog
        title={words.publishTitle(version)}
        text={words.publishText(words.files(number(artifacts)), words.channels[channel])}
        confirm={words.publish}
        isOpen={open === 'publish'}
        onClose={close}
        onConfirm={publish}
      />
      <ConfirmDialog
        title={words.deleteTitle(version)}
        text={words.deleteText}
        confirm={words.delete}
        isDestructive
        isOpen={open === 'delete'}
        onClose={close}
        onConfirm={remove}
      />
    </>
  );
}

/** Asks before a release is taken back, and why. */
function YankDialog({
  release: { id, version },
  onClose,
}: {
  readonly release: Release;
  readonly onClose: () => void;
}): ReactNode {
  const words = useReleaseWords();
  const queries = useQueryClient();
  const keyOf = useIdempotencyKey();
  const yank = async (form: FormData): Promise<void> => {
    const body = { reason: String(form.get('reason')).trim() || null };
    const headers = { 'Idempotency-Key': keyOf(body) };
    await answer(api.POST('/v1/releases/{id}/yank', { params: { path: { id } }, headers, body }));
    await queries.invalidateQueries({ queryKey: ['releases'] });
    onClose();
    toast(words.yanked);
  };
  return (
    <Dialog title={words.yankTitle(version)} role="alertdialog" isOpen onClose={onClose}>
      <p className="soft">{words.yankText}</p>
      <ApiForm
        submitLabel={words.yank}
        submit={{ look: 'danger' }}
        onSubmit={yank}
        onCancel={onClose}
        cancel={{ autoFocus: true }}
      >
        <TextInput name="reason" label={words.yankReason} hint={words.yankReasonHint} maxLength={500} />
      </ApiForm>
    </Dialog>
  );
}
