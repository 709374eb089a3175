import '../form-fields.css';
import './webhooks.css';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckboxInput } from '../../ui/checkbox.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { useWords } from '../words/index.ts';

const MOST_HEADERS = 10;

export interface HeaderRow {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
  /** The name of the header whose secret value the service has: it is kept unless another one is entered. */
  readonly kept?: string;
}

export const headerRows = (headers: readonly Schema<'WebhookEndpointHeader'>[]): readonly HeaderRow[] =>
  headers.map(({ name, value, is_secret }) => ({
    id: crypto.randomUUID(),
    name,
    value: value ?? '',
    isSecret: is_secret,
    ...(is_secret && { kept: name }),
  }));

/** Whether the service has the value of a header and keeps it. */
const keepsValue = ({ name, isSecret, kept }: HeaderRow): boolean =>
  isSecret && kept?.toLowerCase() === name.trim().toLowerCase();

export const headersOf = (rows: readonly HeaderRow[]): Schema<'WebhookEndpointHeaderInput'>[] =>
  rows.map((row) => ({
    name: row.name.trim(),
    value: row.value.trim() === '' && keepsValue(row) ? null : row.value.trim(),
    is_secret: row.isSecret,
  }));

/** The headers that requests to an endpoint have besides those of the service. */
export function HeadersInput({
  rows,
  onChange,
}: {
  readonly rows: readonly HeaderRow[];
  readonly onChange: (rows: readonly HeaderRow[]) => void;
}): ReactNode {
  const { webhooks: words } = useWords();
  const { removeOf } = useUiWords();
  const change = (id: string, changes: Partial<HeaderRow>): void =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  return (
    <fieldset className="group">
      <legend>{words.headers}</legend>
      <p className="faint small">{words.headersHint}</p>
      {rows.map((row, index) => (
        <div key={row.id} className="header-row">
          <TextInput
            name={`headers.${index}.name`}
            bare
            label={words.headerName(index + 1)}
            placeholder={words.headerNamePlaceholder}
            maxLength={100}
            value={row.name}
            onChange={(name) => change(row.id, { name })}
            isRequired
          />
          <TextInput
            name={`headers.${index}.value`}
            bare
            label={words.headerValue(index + 1)}
            placeholder={keepsValue(row) ? words.headerValueKept : words.headerValuePlaceholder}
            autoComplete="off"
            value={row.value}
            onChange={(value) => change(row.id, { value })}
            isRequired={!keepsValue(row)}
          />
          <CheckboxInput
            label={words.headerSecret}
            of={row.name}
            isSelected={row.isSecret}
            onChange={(isSecret) => change(row.id, { isSecret })}
          />
          <IconButton
            label={removeOf(row.name || words.headerName(index + 1))}
            icon={X}
            onPress={() => onChange(rows.filter(({ id }) => id !== row.id))}
          />
        </div>
      ))}
      {rows.length < MOST_HEADERS && (
        <div className="row">
          <Button
            small
            icon={Plus}
            onPress={() => onChange([...rows, { id: crypto.randomUUID(), name: '', value: '', isSecret: true }])}
          >
            {words.addHeader}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
