import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { UsageEvent } from './filters.ts';

/** Asks why an event is voided, or counts again. */
export function VoidDialog({ event, onClose }: { readonly event: UsageEvent; readonly onClose: () => void }): ReactNode {
  const { event: words } = useWords();
  const queries = useQueryClient();
  const isVoided = event.voided_at !== null;
  const submit = async (form: FormData): Promise<void> => {
    const request = { params: { path: { id: event.id } }, body: { reason: String(form.get('reason')).trim() } };
    await answer(isVoided ? api.POST('/v1/events/{id}/unvoid', request) : api.POST('/v1/events/{id}/void', request));
    await queries.invalidateQueries();
    onClose();
    toast(isVoided ? words.restored : words.wasVoided);
  };
  return (
    <Dialog title={isVoided ? words.restore : words.void} isOpen onClose={onClose}>
      <p className="soft">{isVoided ? words.restoreText : words.voidText}</p>
      <ApiForm submitLabel={isVoided ? words.restore : words.void} onSubmit={submit} onCancel={onClose}>
        <TextInput name="reason" label={words.reason} hint={words.reasonHint} maxLength={500} isRequired autoFocus />
      </ApiForm>
    </Dialog>
  );
}
