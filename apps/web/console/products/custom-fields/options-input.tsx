import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/fields.tsx';
import { OrderedList } from '../../../ui/ordered-list.tsx';
import type { FieldSettings } from './field-settings.ts';
import { useCustomFieldWords } from './words.ts';

interface OptionRow {
  readonly id: string;
  readonly value: string;
  readonly label: string;
}

const newRow = (): OptionRow => ({ id: crypto.randomUUID(), value: '', label: '' });

/** What can be chosen, in the order in which it is offered. */
export function OptionsInput({ stored }: { readonly stored: FieldSettings['options'] }): ReactNode {
  const words = useCustomFieldWords();
  const [rows, setRows] = useState<readonly OptionRow[]>(() =>
    stored ? stored.map((option) => ({ ...newRow(), ...option })) : [newRow()],
  );
  const change = (id: string, changes: Partial<OptionRow>): void =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  const common = { bare: true, maxLength: 255, isRequired: true } as const;
  return (
    <fieldset className="group">
      <legend>{words.options}</legend>
      <OrderedList
        label={words.options}
        items={rows}
        itemId={({ id }) => id}
        nameOf={(row) => row.label || words.option(rows.indexOf(row) + 1)}
        onChange={setRows}
      >
        {(row) => {
          const index = rows.indexOf(row);
          const path = `properties.options.${index}`;
          return (
            <div className="option-fields">
              <TextInput
                {...common}
                name={`${path}.value`}
                label={words.optionValue(index + 1)}
                placeholder={words.value}
                value={row.value}
                onChange={(value) => change(row.id, { value })}
              />
              <TextInput
                {...common}
                name={`${path}.label`}
                label={words.optionLabel(index + 1)}
                placeholder={words.label}
                value={row.label}
                onChange={(label) => change(row.id, { label })}
              />
            </div>
          );
        }}
      </OrderedList>
      <p className="faint small">{words.optionsHint}</p>
      <div className="row">
        <Button small icon={Plus} onPress={() => setRows([...rows, newRow()])}>
          {words.addOption}
        </Button>
      </div>
    </fieldset>
  );
}
