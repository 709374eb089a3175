import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../../api/client.ts';
import { useTimeZone, useUiWords } from '../../../i18n/languages.tsx';
import { SelectInput } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/fields.tsx';
import { ApiForm } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { api, useOrganization } from '../../context.ts';
import { choicesOf, FieldGroup } from '../../form-fields.tsx';
import { useIdempotencyKey } from '../../idempotency-key.ts';
import { MetadataInput, metadataOf, metadataRows } from '../../metadata-input.tsx';
import { type FieldSettings, settingsIn } from './field-settings.ts';
import type { CustomField } from './filters.ts';
import { SettingsFields } from './settings-fields.tsx';
import { useCustomFieldWords } from './words.ts';

const SLUG = /^[a-z0-9_-]+$/;

/** Creates a custom field, or changes one. */
export function FieldDialog({ field, onClose }: { readonly field?: CustomField; readonly onClose: () => void }): ReactNode {
  const words = useCustomFieldWords();
  const { save, saved, fieldIssues } = useUiWords();
  const { organization_id } = useOrganization();
  const timeZone = useTimeZone();
  const queries = useQueryClient();
  const keyOf = useIdempotencyKey();
  const [type, setType] = useState<CustomField['type']>(field?.type ?? 'text');
  const [metadata, setMetadata] = useState(() => metadataRows(field?.metadata ?? {}));
  const before: FieldSettings = field?.properties ?? {};
  const send = async (form: FormData): Promise<void> => {
    const body = {
      type,
      name: String(form.get('name')).trim(),
      slug: String(form.get('slug')).trim(),
      properties: settingsIn(form, { type, before, timeZone, notANumber: fieldIssues.wholeNumber }),
      metadata: metadataOf(metadata),
    };
    if (field) {
      const path = { id: field.id };
      await answer(api.PATCH('/v1/custom-fields/{id}', { params: { path }, body: body as Schema<'CustomFieldUpdateText'> }));
    } else {
      const created = { ...body, organization_id } as Schema<'CustomFieldCreateText'>;
      await answer(api.POST('/v1/custom-fields/', { headers: { 'Idempotency-Key': keyOf(created) }, body: created }));
    }
    await Promise.all(['custom-fields', 'products'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(field ? saved : words.created);
    onClose();
  };
  return (
    <Dialog wide title={field ? words.editOf(field.name) : words.create} isOpen onClose={onClose}>
      <ApiForm submitLabel={field ? save : words.submit} onSubmit={send} onCancel={onClose}>
        {!field && (
          <SelectInput
            label={words.type}
            hint={words.typeHint}
            value={type}
            choices={choicesOf(words.types)}
            onChange={setType}
          />
        )}
        <div className="form-row">
          <TextInput name="name" label={words.name} defaultValue={field?.name ?? ''} maxLength={255} autoFocus isRequired />
          <TextInput
            name="slug"
            label={words.slug}
            hint={words.slugHint}
            defaultValue={field?.slug ?? ''}
            maxLength={255}
            check={(text) => (SLUG.test(text) ? null : words.slugWrong)}
            isRequired
          />
        </div>
        <SettingsFields key={type} type={type} settings={before} />
        <FieldGroup title={words.form} isOpen={Boolean(before.form_label ?? before.form_help_text ?? before.form_placeholder)}>
          <TextInput
            name="properties.form_label"
            label={words.formLabel}
            hint={words.formLabelHint}
            defaultValue={before.form_label ?? ''}
            maxLength={255}
          />
          <TextInput
            name="properties.form_help_text"
            label={words.formHelpText}
            defaultValue={before.form_help_text ?? ''}
            multiline
          />
          <TextInput
            name="properties.form_placeholder"
            label={words.formPlaceholder}
            defaultValue={before.form_placeholder ?? ''}
            maxLength={255}
          />
        </FieldGroup>
        <MetadataInput rows={metadata} onChange={setMetadata} />
      </ApiForm>
    </Dialog>
  );
}
