import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { choicesOf } from '../form-fields.tsx';
import type { Release } from './filters.ts';
import { noteDrafts, NotesInput, notesOf } from './notes-input.tsx';
import { RequiredFlagsInput } from './required-flags.tsx';
import { useReleaseWords } from './words.ts';

/** Changes the rollout, the notes and the required flags; of a draft, the channel too. */
export function EditReleaseDialog({ release, onClose }: { readonly release: Release; readonly onClose: () => void }): ReactNode {
  const words = useReleaseWords();
  const { save } = useUiWords();
  const queries = useQueryClient();
  const [channel, setChannel] = useState(release.channel);
  const [notes, setNotes] = useState(() => noteDrafts(release.notes));
  const [required, setRequired] = useState<readonly string[]>(release.required_benefit_ids);
  const send = async (form: FormData): Promise<void> => {
    const body = {
      rollout_percentage: Number(form.get('rollout_percentage')),
      notes: notesOf(notes),
      required_benefit_ids: [...required],
      ...(release.status === 'draft' ? { channel } : {}),
    };
    await answer(api.PATCH('/v1/releases/{id}', { params: { path: { id: release.id } }, body }));
    await queries.invalidateQueries({ queryKey: ['releases'] });
    onClose();
    toast(words.saved);
  };
  const isPercentage = (text: string): string | null => (/^(\d{1,2}|100)$/.test(text) ? null : words.percent);
  return (
    <Dialog wide title={words.changeTitle(release.version)} isOpen onClose={onClose}>
      <ApiForm submitLabel={save} onSubmit={send} onCancel={onClose}>
        <TextInput
          name="rollout_percentage"
          label={words.rolloutField}
          hint={words.rolloutHint}
          inputMode="numeric"
          maxLength={3}
          check={isPercentage}
          defaultValue={String(release.rollout_percentage)}
          isRequired
        />
        {release.status === 'draft' && (
          <SelectInput
            name="channel"
            label={words.channel}
            value={channel}
            choices={choicesOf(words.channels)}
            onChange={setChannel}
          />
        )}
        <NotesInput drafts={notes} onChange={setNotes} />
        <RequiredFlagsInput chosen={required} onChange={setRequired} />
      </ApiForm>
    </Dialog>
  );
}
