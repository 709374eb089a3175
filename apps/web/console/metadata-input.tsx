import './form-fields.css';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { TextInput } from '../ui/fields.tsx';
import { useUiWords } from '../i18n/languages.tsx';
import { useWords } from './words/index.ts';

type Value = string | number | boolean;
export type Metadata = Readonly<Record<string, Value>>;

export interface MetadataRow {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** What was stored: a number or a boolean remains one if its text is not changed. */
  readonly stored?: Value;
}

export const metadataRows = (metadata: Metadata): readonly MetadataRow[] =>
  Object.entries(metadata).map(([name, stored]) => ({ id: crypto.randomUUID(), name, text: String(stored), stored }));

const asText = (text: string): Value => text;

/** `5` and `true` as applications would write them, all else as a text. */
export const asScalar = (text: string): Value =>
  /^(true|false|-?\d{1,15}(\.\d{1,15})?)$/.test(text) ? (JSON.parse(text.replace(/^(-?)0+(?=\d)/, '$1')) as Value) : text;

/** Rows without a name are left out. */
export const metadataOf = (rows: readonly MetadataRow[], read: (text: string) => Value = asText): Record<string, Value> =>
  Object.fromEntries(
    rows
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, text, stored }) => [name.trim(), stored !== undefined && String(stored) === text ? stored : read(text)]),
  );

/** Names and values of the seller's own, with which objects are found again. */
export function MetadataInput({
  title,
  field = 'metadata',
  rows,
  onChange,
}: {
  /** In place of "metadata". */
  readonly title?: string;
  /** The path in the request. */
  readonly field?: string;
  readonly rows: readonly MetadataRow[];
  readonly onChange: (rows: readonly MetadataRow[]) => void;
}): ReactNode {
  const { metadata: words } = useWords();
  const { removeOf } = useUiWords();
  const change = (id: string, changes: Partial<MetadataRow>): void =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  return (
    <fieldset className="group">
      <legend>{title ?? words.title}</legend>
      {rows.map(({ id, name, text }, index) => (
        <div key={id} className="metadata-row">
          <TextInput
            bare
            label={words.nameOf(index + 1)}
            placeholder={words.name}
            maxLength={40}
            value={name}
            onChange={(changed) => change(id, { name: changed })}
          />
          <TextInput
            name={`${field}.${name}`}
            bare
            label={words.valueOf(index + 1)}
            placeholder={words.value}
            maxLength={500}
            value={text}
            onChange={(changed) => change(id, { text: changed })}
          />
          <IconButton
            label={removeOf(name || words.nameOf(index + 1))}
            icon={X}
            onPress={() => onChange(rows.filter((row) => row.id !== id))}
          />
        </div>
      ))}
      <div className="row">
        <Button small icon={Plus} onPress={() => onChange([...rows, { id: crypto.randomUUID(), name: '', text: '' }])}>
          {words.add}
        </Button>
      </div>
    </fieldset>
  );
}
