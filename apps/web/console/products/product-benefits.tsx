import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ComboInput, SwitchInput } from '../../ui/fields.tsx';
import { OrderedList } from '../../ui/ordered-list.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { Product } from './price-text.ts';

type Benefit = Product['benefits'][number];

/** What customers of a product get, in the order in which they see it. */
export function ProductBenefits({ product }: { readonly product: Product }): ReactNode {
  const { product: words, benefitTypes } = useWords();
  const { slug } = useOrganization();
  const mayChange = useMay('products:write');
  const [benefits, setBenefits] = useState<readonly Benefit[]>(product.benefits);
  const [isSaving, setSaving] = useState(false);
  const isChanged = benefits.map(({ id }) => id).join() !== product.benefits.map(({ id }) => id).join();
  return (
    <Card
      title={words.benefits}
      foot={
        mayChange &&
        isChanged && (
          <div className="row">
            <Button look="primary" onPress={() => setSaving(true)}>
              {words.saveBenefits}
            </Button>
            <Button onPress={() => setBenefits(product.benefits)}>{words.discard}</Button>
          </div>
        )
      }
    >
      <div className="stack">
        {benefits.length === 0 && <p className="faint">{words.noBenefits}</p>}
        <OrderedList
          label={words.benefits}
          items={benefits}
          itemId={({ id }) => id}
          nameOf={({ description }) => description}
          onChange={mayChange ? setBenefits : undefined}
        >
          {({ id, description, type }) => (
            <>
              <Link to="/$slug/benefits/$id" params={{ slug, id }}>
                {description}
              </Link>
              <p className="faint small">{benefitTypes[type]}</p>
            </>
          )}
        </OrderedList>
        {mayChange && <AddBenefit chosen={benefits} onAdd={(benefit) => setBenefits([...benefits, benefit])} />}
      </div>
      {isSaving && <SaveBenefits product={product} benefits={benefits} onClose={() => setSaving(false)} />}
    </Card>
  );
}

function AddBenefit({
  chosen,
  onAdd,
}: {
  readonly chosen: readonly Benefit[];
  readonly onAdd: (benefit: Benefit) => void;
}): ReactNode {
  const { product: words } = useWords();
  const { show } = useUiWords();
  const { organization_id } = useOrganization();
  const query = { organization_id: [organization_id], limit: 100 };
  const all = useQuery({
    queryKey: ['benefits', organization_id, 'all'],
    queryFn: () => answer(api.GET('/v1/benefits/', { params: { query } })),
  });
  const others = (all.data?.items ?? []).filter(({ id, selectable }) => selectable && !chosen.some((each) => each.id === id));
  if (others.length === 0) return null;
  return (
    <ComboInput
      key={chosen.length}
      label={words.addBenefit}
      placeholder={words.findBenefit}
      showAll={show}
      value={null}
      choices={others.map(({ id, description }) => ({ id, label: description }))}
      onChange={(id) => {
        const benefit = others.find((each) => each.id === id);
        if (benefit) onAdd(benefit);
      }}
    />
  );
}

/** Says what follows for those who have bought the product. */
function SaveBenefits({
  product,
  benefits,
  onClose,
}: {
  readonly product: Product;
  readonly benefits: readonly Benefit[];
  readonly onClose: () => void;
}): ReactNode {
  const { product: words } = useWords();
  const queries = useQueryClient();
  const [isKept, setKept] = useState(false);
  const removed = product.benefits.filter((before) => !benefits.some(({ id }) => id === before.id));
  const save = async (): Promise<void> => {
    const query = { existing_customers: isKept ? 'keep' : 'revoke' } as const;
    const body = { benefits: benefits.map(({ id }) => id) };
    await answer(api.POST('/v1/products/{id}/benefits', { params: { path: { id: product.id }, query }, body }));
    await queries.invalidateQueries({ queryKey: ['products'] });
    toast(words.benefitsSaved);
  };
  return (
    <ConfirmDialog
      title={words.saveBenefitsTitle}
      text={removed.length > 0 ? words.removedText(removed.map(({ description }) => description).join(', ')) : words.addedText}
      confirm={words.saveBenefits}
      isDestructive={removed.length > 0 && !isKept}
      isOpen
      onClose={onClose}
      onConfirm={save}
    >
      {removed.length > 0 && <SwitchInput label={words.keepRemoved} isSelected={isKept} onChange={setKept} />}
    </ConfirmDialog>
  );
}
