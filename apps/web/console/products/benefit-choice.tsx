import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ComboInput } from '../../ui/choices.tsx';
import { OrderedList } from '../../ui/ordered-list.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { Benefit } from './product-benefit.ts';

const NewBenefitDialog = lazy(async () => ({ default: (await import('./new-benefit-dialog.tsx')).NewBenefitDialog }));

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
      <Suspense>{isCreating && <NewBenefitDialog onClose={() => setCreating(false)} onCreated={add} />}</Suspense>
    </div>
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
