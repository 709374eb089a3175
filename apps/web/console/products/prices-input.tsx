import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Currency } from '../currencies.ts';
import { useWords } from '../words/index.ts';
import { draftOf, newDraft, type PriceDraft, type PriceRow, rowId } from './price-draft.ts';
import { PriceFields } from './price-fields.tsx';
import { usePriceText } from './price-text.ts';

interface PricesProps {
  readonly rows: readonly PriceRow[];
  readonly isRecurring: boolean;
  /** The currency of new prices. */
  readonly currency: Currency;
  readonly onChange: (rows: readonly PriceRow[]) => void;
}

/** The prices of a product. A price never changes: another one takes its place. */
export function PricesInput({ rows, isRecurring, currency, onChange }: PricesProps): ReactNode {
  const { prices: words } = useWords();
  const { removeOf } = useUiWords();
  const textOf = usePriceText();
  const formats = useFormats();
  const replace = (row: PriceRow, by: PriceDraft): void => onChange(rows.map((each) => (each === row ? { draft: by } : each)));
  const remove = (row: PriceRow): void => onChange(rows.filter((each) => each !== row));
  return (
    <div className="prices">
      {rows.map((row, index) => (
        <div key={rowId(row)} className="price">
          {'kept' in row ? (
            <p className="price-kept">
              {textOf(row.kept)} <span className="faint">{row.kept.price_currency.toUpperCase()}</span>
            </p>
          ) : (
            <fieldset className="price-draft">
              <legend className="visually-hidden">{words.nameOf(index + 1)}</legend>
              <PriceFields
                draft={row.draft}
                at={`prices.${index}`}
                isRecurring={isRecurring}
                onChange={(changes) => replace(row, { ...row.draft, ...changes })}
              />
            </fieldset>
          )}
          <div className="ordered-actions">
            {'kept' in row && (
              <IconButton
                small
                label={words.replaceOf(textOf(row.kept))}
                icon={Pencil}
                onPress={() => replace(row, draftOf(row.kept, formats))}
              />
            )}
            <IconButton
              small
              label={removeOf('kept' in row ? textOf(row.kept) : words.nameOf(index + 1))}
              icon={Trash2}
              isDisabled={rows.length === 1}
              onPress={() => remove(row)}
            />
          </div>
        </div>
      ))}
      <div className="row">
        <Button small icon={Plus} onPress={() => onChange([...rows, { draft: newDraft(currency) }])}>
          {words.add}
        </Button>
      </div>
    </div>
  );
}
