import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';

export type EventType = Schema<'EventTypeWithStats'>;

/** Changes how ingested events with one name are labeled. */
export function LabelDialog({
  type: { id, name, label, label_property_selector },
  onClose,
}: {
  readonly type: EventType;
  readonly onClose: () => void;
}): ReactNode {
  const { eventNames: words } = useWords();
  const { save, saved } = useUiWords();
  const queries = useQueryClient();
  const change = async (form: FormData): Promise<void> => {
    const body = {
      label: String(form.get('label')),
      label_property_selector: String(form.get('label_property_selector')).trim() || null,
    };
    await answer(api.PATCH('/v1/event-types/{id}', { params: { path: { id: id! } }, body }));
    await queries.invalidateQueries({ queryKey: ['events'] });
    toast(saved);
    onClose();
  };
  return (
    <Dialog title={words.editOf(name)} isOpen onClose={onClose}>
      <ApiForm submitLabel={save} onSubmit={change} onCancel={onClose}>
        <TextInput name="label" label={words.label} defaultValue={label} autoFocus isRequired />
        <TextInput
          name="label_property_selector"
          label={words.selector}
          hint={words.selectorHint}
          defaultValue={label_property_selector ?? ''}
        />
      </ApiForm>
    </Dialog>
  );
}
