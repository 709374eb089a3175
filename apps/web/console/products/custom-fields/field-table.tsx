import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../../api/client.ts';
import { useFormats, useUiWords } from '../../../i18n/languages.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Ago } from '../../../ui/display.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { api, useMay } from '../../context.ts';
import { useWords } from '../../words/index.ts';
import { FieldDialog } from './field-dialog.tsx';
import { type FieldSettings, instantOf } from './field-settings.ts';
import type { CustomField } from './filters.ts';
import { useCustomFieldWords } from './words.ts';

interface Open {
  readonly action: 'edit' | 'delete';
  readonly field: CustomField;
}

/** Custom fields, each with what can be done with it. */
export function FieldTable({ rows }: { readonly rows: readonly CustomField[] }): ReactNode {
  const words = useCustomFieldWords();
  const { nav } = useWords();
  const { actions } = useUiWords();
  const mayChange = useMay('custom_fields:write');
  const settingsOf = useSettingsText();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const columns: readonly Column<CustomField>[] = [
    { id: 'name', title: words.name, cell: ({ name }) => <strong>{name}</strong> },
    { id: 'slug', title: words.slug, cell: ({ slug }) => <span className="mono">{slug}</span> },
    { id: 'type', title: words.type, cell: ({ type }) => words.types[type] },
    { id: 'settings', title: words.settings, cell: (field) => settingsOf(field) || '–' },
    { id: 'created', title: words.createdAt, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  const buttons: Column<CustomField> = {
    id: 'actions',
    title: actions,
    isTitleHidden: true,
    cell: (field) => (
      <div className="row end">
        <IconButton small label={words.editOf(field.name)} icon={Pencil} onPress={() => setOpen({ action: 'edit', field })} />
        <IconButton small label={words.deleteOf(field.name)} icon={Trash2} onPress={() => setOpen({ action: 'delete', field })} />
      </div>
    ),
  };
  return (
    <>
      <Table label={nav.customFields} columns={mayChange ? [...columns, buttons] : columns} rows={rows} rowId={({ id }) => id} />
      {open?.action === 'edit' && <FieldDialog field={open.field} onClose={close} />}
      {open?.action === 'delete' && <DeleteField field={open.field} onClose={close} />}
    </>
  );
}

/** What a field accepts, in words. */
function useSettingsText(): (field: CustomField) => string {
  const words = useCustomFieldWords();
  const { number, date } = useFormats();
  const range = (least: number | undefined, most: number | undefined, textOf: (value: number) => string): string =>
    [
      ...(least === undefined ? [] : [words.atLeast(textOf(least))]),
      ...(most === undefined ? [] : [words.atMost(textOf(most))]),
    ].join(' ');
  return ({ type, properties }) => {
    const { textarea, min_length, max_length, ge, le, options = [] }: FieldSettings = properties;
    if (type === 'select') return options.map(({ label }) => label).join(', ');
    if (type !== 'text') return range(ge, le, type === 'date' ? (seconds) => date(instantOf(seconds)) : number);
    const length = range(min_length, max_length, number);
    return [...(textarea ? [words.textarea] : []), ...(length ? [words.characters(length)] : [])].join(', ');
  };
}

function DeleteField({
  field: { id, name, slug },
  onClose,
}: {
  readonly field: CustomField;
  readonly onClose: () => void;
}): ReactNode {
  const words = useCustomFieldWords();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/custom-fields/{id}', { params: { path: { id } } }));
    await Promise.all(['custom-fields', 'products'].map((each) => queries.invalidateQueries({ queryKey: [each] })));
    toast(words.deleted);
  };
  return (
    <ConfirmDialog
      title={words.deleteTitle(name)}
      text={words.deleteText(slug)}
      confirm={words.delete}
      isDestructive
      isOpen
      onClose={onClose}
      onConfirm={remove}
    />
  );
}
