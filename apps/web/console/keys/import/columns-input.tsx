import type { ReactNode } from 'react';
import { type Choice, SelectInput } from '../../../ui/choices.tsx';
import { Card } from '../../../ui/surfaces.tsx';
import { useKeyImportWords } from './words.ts';
import { type Field, FIELDS, type Mapping, REQUIRED } from './columns.ts';

const NONE = 'none';

interface Chosen {
  readonly choices: readonly Choice<string>[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
}

/** Which column of the file is which field, and what is the same for all lines. */
export function ColumnsInput({
  header,
  mapping,
  onMapping,
  product,
  benefit,
}: {
  readonly header: readonly string[];
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
  readonly product: Chosen;
  readonly benefit: Chosen;
}): ReactNode {
  const words = useKeyImportWords();
  const hints: Partial<Record<Field, string>> = {
    order: words.orderHint,
    product: words.productHint,
    purchased: words.dateHint,
    expires: words.expiresHint,
    status: words.statusHint,
  };
  const columns = header.map((title, index) => ({ id: String(index), label: title || String(index + 1) }));
  return (
    <Card title={words.columns} note={words.columnsText}>
      <div className="form">
        <div className="form-row">
          {FIELDS.map((field) => (
            <SelectInput
              key={field}
              label={words.fields[field]}
              hint={hints[field]}
              value={mapping[field] === null ? NONE : String(mapping[field])}
              choices={REQUIRED.includes(field) ? columns : [{ id: NONE, label: words.noColumn }, ...columns]}
              onChange={(id) => onMapping({ ...mapping, [field]: id === NONE ? null : Number(id) })}
            />
          ))}
        </div>
        <div className="form-row">
          <SelectInput label={words.usualProduct} hint={words.usualProductHint} {...product} />
          {benefit.choices.length > 1 && <SelectInput label={words.benefit} {...benefit} />}
        </div>
      </div>
    </Card>
  );
}
