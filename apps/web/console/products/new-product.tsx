import '../catalog.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { ApiForm } from '../../ui/form.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { Card, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { BackLink } from '../back-link.tsx';
import { BENEFIT_KINDS } from '../benefits/benefit-kinds.ts';
import { LicenseKeysFields } from '../benefits/license-keys-fields.tsx';
import { api, useOrganization } from '../context.ts';
import type { Currency } from '../currencies.ts';
import { choicesOf } from '../form-fields.tsx';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { useIdempotencyKey } from '../idempotency-key.ts';
import type { MetadataRow } from '../metadata-input.tsx';
import { nestedIn } from '../nested-values.ts';
import { useWords } from '../words/index.ts';
import { BenefitChoice } from './benefit-choice.tsx';
import { AskedFields, type AskedField, attachedFields } from './custom-fields/asked-fields.tsx';
import type { Benefit } from './product-benefit.ts';
import { DetailFields, detailsIn } from './detail-fields.tsx';
import { KeyPreview } from './key-preview.tsx';
import { newDraft, priceOf, type PriceRow } from './price-draft.ts';
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
  const keyOfKeys = useIdempotencyKey();
  const [sellsKeys, setSellsKeys] = useState(true);
  const [benefits, setBenefits] = useState<readonly Benefit[]>([]);
  const [fields, setFields] = useState<readonly AskedField[]>([]);
  const count = useWholeNumber(1);
  const isRecurring = unit !== ONCE;
  const createKeys = async (form: FormData): Promise<readonly string[]> => {
    if (!sellsKeys) return [];
    const properties = nestedIn(form, 'properties', BENEFIT_KINDS, words.key.notANumber);
    const description = String(form.get('key_name')).trim();
    const body = { type: 'license_keys', description, properties, organization_id } as Schema<'BenefitLicenseKeysCreate'>;
    return [(await answer(api.POST('/v1/benefits/', { headers: { 'Idempotency-Key': keyOfKeys(body) }, body }))).id];
  };
  const create = async (form: FormData): Promise<void> => {
    const made = await createKeys(form);
    const body = {
      ...detailsIn(form, metadata),
      organization_id,
      attached_custom_fields: attachedFields(fields),
      prices: rows.flatMap((row) => ('draft' in row ? [priceOf(row.draft)] : [])),
      ...(isRecurring && {
        recurring_interval: unit,
        recurring_interval_count: Number(form.get('recurring_interval_count')),
      }),
    };
    const { id } = await answer(api.POST('/v1/products/', { headers: { 'Idempotency-Key': keyOf(body) }, body }));
    const brought = [...made, ...benefits.map((each) => each.id)];
    if (brought.length > 0) {
      await answer(api.POST('/v1/products/{id}/benefits', { params: { path: { id } }, body: { benefits: brought } }));
    }
    await Promise.all(['products', 'benefits'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(product.created);
    await navigate({ to: '/$slug/products/$id', params: { slug, id }, replace: true });
  };
  return (
    <div className="editor-with-preview">
      <ApiForm submitLabel={product.create} onSubmit={create}>
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
                  check={count}
                  isRequired
                />
              )}
            </div>
            <PricesInput rows={rows} isRecurring={isRecurring} currency={currency} onChange={setRows} />
          </div>
        </Card>
        <Card title={product.keys}>
          <div className="form">
            <SwitchInput label={product.sellsKeys} isSelected={sellsKeys} onChange={setSellsKeys} />
            {sellsKeys && (
              <>
                <TextInput
                  name="key_name"
                  label={product.keyName}
                  hint={words.benefit.descriptionHint}
                  defaultValue={product.keyNameDefault}
                  minLength={3}
                  maxLength={42}
                  isRequired
                />
                <LicenseKeysFields benefitId={undefined} properties={undefined} replaced={[]} />
              </>
            )}
          </div>
        </Card>
        <Card title={product.otherBenefits}>
          <BenefitChoice benefits={benefits} onChange={setBenefits} />
        </Card>
        <AskedFields fields={fields} onChange={setFields} />
        {sellsKeys && <KeyPreview />}
      </ApiForm>
    </div>
  );
}
