import '../catalog.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { ApiForm } from '../../ui/form.tsx';
import { SelectInput, TextInput } from '../../ui/fields.tsx';
import { Card, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { BackLink } from '../back-link.tsx';
import { api, useOrganization } from '../context.ts';
import type { Currency } from '../currencies.ts';
import { choicesOf } from '../form-fields.tsx';
import { useIdempotencyKey } from '../idempotency-key.ts';
import type { MetadataRow } from '../metadata-input.tsx';
import { useWords } from '../words/index.ts';
import { countIn, detailFields, DetailFields, detailsIn } from './detail-fields.tsx';
import { newDraft, priceFields, priceOf, type PriceRow } from './price-draft.ts';
import { PricesInput } from './prices-input.tsx';

export function NewProductPage(): ReactNode {
  const { product: words } = useWords();
  const { organization_id: id } = useOrganization();
  const organization = useQuery({
    queryKey: ['organization', id],
    queryFn: () => answer(api.GET('/v1/organizations/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <BackLink to="/$slug/products">{words.back}</BackLink>
      <PageHead title={words.createTitle} text={words.createText} />
      <Loaded of={organization} waiting={<SkeletonCards count={2} />}>
        {({ default_presentment_currency }) => <NewProductForm currency={default_presentment_currency as Currency} />}
      </Loaded>
    </>
  );
}

const ONCE = 'once';

/** The currency of the organization is one that every product has a price in. */
function NewProductForm({ currency }: { readonly currency: Currency }): ReactNode {
  const words = useWords();
  const { product, periods } = words;
  const { organization_id, slug } = useOrganization();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const units = choicesOf(periods.units);
  const [unit, setUnit] = useState<(typeof units)[number]['id'] | typeof ONCE>(ONCE);
  const [rows, setRows] = useState<readonly PriceRow[]>(() => [{ draft: newDraft(currency) }]);
  const [metadata, setMetadata] = useState<readonly MetadataRow[]>([]);
  const keyOf = useIdempotencyKey();
  const isRecurring = unit !== ONCE;
  const create = async (form: FormData): Promise<void> => {
    const body = {
      ...detailsIn(form, metadata, words.key.notANumber),
      organization_id,
      prices: rows.flatMap((row, index) =>
        'draft' in row ? [priceOf(row.draft, `prices.${index}`, words.prices.notAnAmount)] : [],
      ),
      ...(isRecurring && {
        recurring_interval: unit,
        recurring_interval_count: countIn(form, 'recurring_interval_count', words.key.notANumber),
      }),
    };
    const { id } = await answer(api.POST('/v1/products/', { headers: { 'Idempotency-Key': keyOf(body) }, body }));
    await queries.invalidateQueries({ queryKey: ['products'] });
    toast(product.created);
    await navigate({ to: '/$slug/products/$id', params: { slug, id } });
  };
  return (
    <div className="editor">
      <ApiForm
        fields={[...detailFields(metadata), ...priceFields(rows), 'recurring_interval_count']}
        submitLabel={product.create}
        onSubmit={create}
      >
        <Card title={product.details}>
          <div className="form">
            <DetailFields isRecurring={isRecurring} metadata={metadata} onMetadata={setMetadata} />
          </div>
        </Card>
        <Card title={product.prices}>
          <div className="form">
            <div className="form-row">
              <SelectInput
                label={product.payment}
                hint={product.paymentHint}
                value={unit}
                choices={[{ id: ONCE, label: periods.once }, ...units]}
                onChange={setUnit}
              />
              {isRecurring && (
                <TextInput
                  name="recurring_interval_count"
                  inputMode="numeric"
                  label={product.paymentCount}
                  defaultValue="1"
                  maxLength={3}
                />
              )}
            </div>
            <PricesInput rows={rows} isRecurring={isRecurring} currency={currency} onChange={setRows} />
          </div>
        </Card>
      </ApiForm>
    </div>
  );
}
