import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { ApiForm } from '../../ui/form.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import type { Currency } from '../currencies.ts';
import { useWords } from '../words/index.ts';
import { priceFields, priceOf, type PriceRow } from './price-draft.ts';
import { usePriceText, type Product } from './price-text.ts';
import { PricesInput } from './prices-input.tsx';

/** The prices of a product, changed together: those of all currencies have the same structure. */
export function ProductPrices({ product }: { readonly product: Product }): ReactNode {
  const { product: words, prices: priceWords } = useWords();
  const queries = useQueryClient();
  const mayChange = useMay('products:write');
  const textOf = usePriceText();
  const [rows, setRows] = useState<readonly PriceRow[]>(() => product.prices.map((kept) => ({ kept })));
  const isChanged = rows.length !== product.prices.length || rows.some((row) => 'draft' in row);
  const change = async (): Promise<void> => {
    const prices = rows.map((row, index) =>
      'kept' in row ? { id: row.kept.id } : priceOf(row.draft, `prices.${index}`, priceWords.notAnAmount),
    );
    await answer(api.PATCH('/v1/products/{id}', { params: { path: { id: product.id } }, body: { prices } }));
    await queries.invalidateQueries({ queryKey: ['products'] });
    toast(words.pricesSaved);
  };
  return (
    <Card title={words.prices}>
      {mayChange ? (
        <ApiForm fields={priceFields(rows)} submitLabel={words.savePrices} submit={{ isDisabled: !isChanged }} onSubmit={change}>
          <PricesInput
            rows={rows}
            isRecurring={product.is_recurring}
            currency={(product.prices[0]?.price_currency ?? 'usd') as Currency}
            onChange={setRows}
          />
          <p className="faint small">{words.pricesHint}</p>
        </ApiForm>
      ) : (
        <ul className="plain-list">
          {product.prices.map((price) => (
            <li key={price.id}>{textOf(price)}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}
