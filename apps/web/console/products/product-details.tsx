import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { metadataRows } from '../metadata-input.tsx';
import { useWords } from '../words/index.ts';
import { detailFields, DetailFields, detailsIn } from './detail-fields.tsx';
import type { Product } from './price-text.ts';

export function ProductDetails({ product }: { readonly product: Product }): ReactNode {
  const words = useWords();
  const { save, saved } = useUiWords();
  const queries = useQueryClient();
  const mayChange = useMay('products:write');
  const [metadata, setMetadata] = useState(() => metadataRows(product.metadata));
  const change = async (form: FormData): Promise<void> => {
    const body = detailsIn(form, metadata, words.key.notANumber);
    await answer(api.PATCH('/v1/products/{id}', { params: { path: { id: product.id } }, body }));
    await queries.invalidateQueries({ queryKey: ['products'] });
    toast(saved);
  };
  if (!mayChange) {
    return (
      <Card title={words.product.details}>
        <p className="pre-line">{product.description ?? words.product.noDescription}</p>
      </Card>
    );
  }
  return (
    <Card title={words.product.details}>
      <ApiForm fields={detailFields(metadata)} submitLabel={save} onSubmit={change}>
        <DetailFields product={product} isRecurring={product.is_recurring} metadata={metadata} onMetadata={setMetadata} />
      </ApiForm>
    </Card>
  );
}
