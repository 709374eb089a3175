import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ComboInput, SelectInput } from '../../ui/choices.tsx';
import { OrderedList } from '../../ui/ordered-list.tsx';
import { BenefitForm } from '../benefits/benefit-form.tsx';
import type { Benefit as WholeBenefit } from '../benefits/benefits.tsx';
import { type BenefitType, TYPES } from '../benefits/filters.ts';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { Product } from './price-text.ts';

export type Benefit = Pick<Product['benefits'][number] | WholeBenefit, 'id' | 'description' | 'type'>;

/** What customers of a product get, in the order in which they see it. What is missing is made here. */
export function BenefitChoice({
  benefits,
  none,
  onChange,
}: {
  readonly benefits: readonly Benefit[];
  /** What to say if there are none. */
  readonly none?: string;
  /** Undefined for those who may not change it. */
  readonly onChange?: (benefits: readonly Benefit[]) => void;
}): ReactNode {
  const { product: words, benefitTypes } = useWords();
  const { slug } = useOrganization();
  const mayCreate = useMay('benefits:write');
  const [isCreating, setCreating] = useState(false);
  const add = (benefit: Benefit): void => onChange?.([...benefits, benefit]);
  return (
    <div className="stack">
      {benefits.length === 0 && none && <p className="faint">{none}</p>}
      <OrderedList
        label={words.benefits}
        items={benefits}
        itemId={({ id }) => id}
        nameOf={({ description }) => description}
        onChange={onChange}
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
      {onChange && <AddBenefit chosen={benefits} onAdd={add} />}
      {onChange && mayCreate && (
        <div className="row">
          <Button small icon={Plus} onPress={() => setCreating(true)}>
            {words.newBenefit}
          </Button>
        </div>
      )}
      {isCreating && <NewBenefitDialog onClose={() => setCreating(false)} onCreated={add} />}
    </div>
  );
}

function NewBenefitDialog({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (benefit: Benefit) => void;
}): ReactNode {
  const { product, benefit: words, benefitTypes } = useWords();
  const [type, setType] = useState<BenefitType>('custom');
  const created = (benefit: Benefit): void => {
    onCreated(benefit);
    onClose();
  };
  return (
    <Dialog wide title={product.newBenefit} isOpen onClose={onClose}>
      <SelectInput
        label={words.typeLabel}
        hint={words.types[type]}
        value={type}
        choices={TYPES.map((id) => ({ id, label: benefitTypes[id] }))}
        onChange={setType}
      />
      <BenefitForm key={type} type={type} onCreated={created} onCancel={onClose} />
    </Dialog>
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
