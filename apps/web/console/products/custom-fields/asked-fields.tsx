import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { answer, type Schema } from '../../../api/client.ts';
import { useUiWords } from '../../../i18n/languages.tsx';
import { CheckboxInput } from '../../../ui/checkbox.tsx';
import { ComboInput } from '../../../ui/choices.tsx';
import { OrderedList } from '../../../ui/ordered-list.tsx';
import { Card } from '../../../ui/surfaces.tsx';
import { api, useOrganization } from '../../context.ts';
import { useWords } from '../../words/index.ts';
import type { CustomField } from './filters.ts';
import { useCustomFieldWords } from './words.ts';

/** A custom field that buyers of a product are asked for. */
export interface AskedField {
  readonly custom_field: CustomField;
  readonly required: boolean;
}

/** The fields as the API takes them, in order. */
export const attachedFields = (fields: readonly AskedField[]): Schema<'AttachedCustomFieldCreate'>[] =>
  fields.map(({ custom_field: { id }, required }) => ({ custom_field_id: id, required }));

interface AskedFieldsProps {
  readonly fields: readonly AskedField[];
  /** Undefined for those who may not change it. */
  readonly onChange?: (fields: readonly AskedField[]) => void;
}

/** What buyers of a product are asked for, in order. It is not there where no custom field is. */
export function AskedFields({ fields, onChange }: AskedFieldsProps): ReactNode {
  const { nav } = useWords();
  const { organization_id } = useOrganization();
  const query = { organization_id: [organization_id], sorting: ['name' as const], limit: 100 };
  const all = useQuery({
    queryKey: ['custom-fields', organization_id, 'all'],
    enabled: onChange !== undefined,
    queryFn: () => answer(api.GET('/v1/custom-fields/', { params: { query } })),
  });
  const others = (all.data?.items ?? []).filter(({ id }) => !fields.some((each) => each.custom_field.id === id));
  if (fields.length === 0 && others.length === 0) return null;
  return (
    <Card title={nav.customFields}>
      <Suspense>
        <FieldChoice fields={fields} others={others} onChange={onChange} />
      </Suspense>
    </Card>
  );
}

function FieldChoice({ fields, others, onChange }: AskedFieldsProps & { readonly others: readonly CustomField[] }): ReactNode {
  const words = useCustomFieldWords();
  const { nav } = useWords();
  const { show } = useUiWords();
  return (
    <div className="stack">
      <p className="faint small">{words.askedText}</p>
      <OrderedList
        label={nav.customFields}
        items={fields}
        itemId={({ custom_field }) => custom_field.id}
        nameOf={({ custom_field }) => custom_field.name}
        onChange={onChange}
      >
        {(asked) => {
          const { custom_field, required } = asked;
          return (
            <>
              {custom_field.name} <span className="faint small">{words.types[custom_field.type]}</span>
              {onChange ? (
                <CheckboxInput
                  label={words.required}
                  of={custom_field.name}
                  isSelected={required}
                  onChange={(isRequired) =>
                    onChange(fields.map((each) => (each === asked ? { ...each, required: isRequired } : each)))
                  }
                />
              ) : (
                <p className="faint small">{required ? words.required : words.optional}</p>
              )}
            </>
          );
        }}
      </OrderedList>
      {onChange && others.length > 0 && (
        <ComboInput
          key={fields.length}
          label={words.add}
          placeholder={words.find}
          showAll={show}
          value={null}
          choices={others.map(({ id, name }) => ({ id, label: name }))}
          onChange={(id) => {
            const added = others.find((each) => each.id === id);
            if (added) onChange([...fields, { custom_field: added, required: false }]);
          }}
        />
      )}
    </div>
  );
}
