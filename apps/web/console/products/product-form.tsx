import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import type { Currency } from '../currencies.ts';
import { metadataRows } from '../metadata-input.tsx';
import { useWords } from '../words/index.ts';
import { BenefitChoice } from './benefit-choice.tsx';
import { AskedFields, type AskedField, attachedFields } from './custom-fields/asked-fields.tsx';
import type { Benefit } from './product-benefit.ts';
import { DetailFields, detailsIn } from './detail-fields.tsx';
import { priceOf, type PriceRow } from './price-draft.ts';
import type { Product } from './price-text.ts';
import { PricesInput } from './prices-input.tsx';

type Existing = 'keep' | 'revoke';

/** What a product is, costs, brings and asks for, saved together. Benefits that customers would lose are asked about first. */
export function ProductForm({ product }: { readonly product: Product }): ReactNode {
  const { product: words } = useWords();
  const { save, saved } = useUiWords();
  const queries = useQueryClient();
  const [metadata, setMetadata] = useState(() => metadataRows(product.metadata));
  const [rows, setRows] = useState<readonly PriceRow[]>(() => product.prices.map((kept) => ({ kept })));
  const [benefits, setBenefits] = useState<readonly Benefit[]>(product.benefits);
  const [fields, setFields] = useState<readonly AskedField[]>(product.attached_custom_fields);
  const [answerWith, setAnswerWith] = useState<((existing: Existing | null) => void) | null>(null);
  const path = { id: product.id };
  const lost = product.benefits.filter((before) => !benefits.some(({ id }) => id === before.id));
  const isOther = benefits.map(({ id }) => id).join() !== product.benefits.map(({ id }) => id).join();

  const asked = (): Promise<Existing | null> => {
    const { promise, resolve } = Promise.withResolvers<Existing | null>();
    setAnswerWith(() => resolve);
    return promise;
  };
  const change = async (form: FormData): Promise<boolean> => {
    const existing_customers = isOther && lost.length > 0 ? await asked() : 'revoke';
    setAnswerWith(null);
    if (existing_customers === null) return false;
    const prices = rows.map((row) => ('kept' in row ? { id: row.kept.id } : priceOf(row.draft)));
    const changed = { ...detailsIn(form, metadata), prices, attached_custom_fields: attachedFields(fields) };
    await answer(api.PATCH('/v1/products/{id}', { params: { path }, body: changed }));
    if (isOther) {
      const body = { benefits: benefits.map(({ id }) => id) };
      await answer(api.POST('/v1/products/{id}/benefits', { params: { path, query: { existing_customers } }, body }));
    }
    await queries.invalidateQueries({ queryKey: ['products'] });
    toast(saved);
    return true;
  };
  return (
    <ApiForm submitLabel={save} onSubmit={change}>
      <Card title={words.details}>
        <div className="form">
          <DetailFields product={product} isRecurring={product.is_recurring} metadata={metadata} onMetadata={setMetadata} />
        </div>
      </Card>
      <Card title={words.prices}>
        <div className="form">
          <PricesInput
            rows={rows}
            isRecurring={product.is_recurring}
            currency={(product.prices[0]?.price_currency ?? 'usd') as Currency}
            onChange={setRows}
          />
          <p className="faint small">{words.pricesHint}</p>
        </div>
      </Card>
      <Card title={words.benefits}>
        <BenefitChoice benefits={benefits} none={words.noBenefits} onChange={setBenefits} />
        {isOther && <p className="faint small">{words.addedText}</p>}
      </Card>
      <AskedFields fields={fields} onChange={setFields} />
      {answerWith && <LostBenefits lost={lost} onAnswer={answerWith} />}
    </ApiForm>
  );
}

/** Says what follows for those who have bought the product. */
function LostBenefits({
  lost,
  onAnswer,
}: {
  readonly lost: readonly Benefit[];
  readonly onAnswer: (existing: Existing | null) => void;
}): ReactNode {
  const { product: words } = useWords();
  const [isKept, setKept] = useState(false);
  return (
    <ConfirmDialog
      title={words.saveBenefitsTitle}
      text={words.removedText(lost.map(({ description }) => description).join(', '))}
      confirm={words.saveBenefits}
      isDestructive={!isKept}
      isOpen
      onClose={() => onAnswer(null)}
      onConfirm={async () => onAnswer(isKept ? 'keep' : 'revoke')}
    >
      <SwitchInput label={words.keepRemoved} isSelected={isKept} onChange={setKept} />
    </ConfirmDialog>
  );
}
