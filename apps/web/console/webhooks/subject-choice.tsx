import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { CheckboxInput } from '../../ui/checkbox.tsx';
import { api, useOrganization } from '../context.ts';
import { useProducts } from '../sales/products.tsx';
import { useWords } from '../words/index.ts';

/** The ids that an endpoint is limited to. Those that are not offered stay as they are. */
type Chosen = ReadonlySet<string>;

interface SubjectChoiceProps {
  readonly products: Chosen;
  readonly benefits: Chosen;
  readonly onProducts: (chosen: Chosen) => void;
  readonly onBenefits: (chosen: Chosen) => void;
}

/** The products and benefits that an endpoint is limited to. */
export function SubjectChoice({ products, benefits, onProducts, onBenefits }: SubjectChoiceProps): ReactNode {
  const { webhooks: words } = useWords();
  const { organization_id } = useOrganization();
  const allProducts = (useProducts() ?? []).map(({ id, name }) => ({ id, label: name }));
  const query = { organization_id: [organization_id], limit: 100 };
  const allBenefits = useQuery({
    queryKey: ['benefits', organization_id, 'all'],
    queryFn: () => answer(api.GET('/v1/benefits/', { params: { query } })),
  });
  return (
    <details className="event-choice" open={products.size + benefits.size > 0}>
      <summary>{words.only}</summary>
      <p className="faint small">{words.onlyText}</p>
      <Boxes legend={words.products} choices={allProducts} chosen={products} onChange={onProducts} />
      <Boxes
        legend={words.benefits}
        choices={(allBenefits.data?.items ?? []).map(({ id, description }) => ({ id, label: description }))}
        chosen={benefits}
        onChange={onBenefits}
      />
    </details>
  );
}

function Boxes({
  legend,
  choices,
  chosen,
  onChange,
}: {
  readonly legend: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}): ReactNode {
  const choose = (id: string, isChosen: boolean): void =>
    onChange(isChosen ? new Set([...chosen, id]) : new Set([...chosen].filter((each) => each !== id)));
  if (choices.length === 0) return null;
  return (
    <fieldset className="event-group">
      <legend>{legend}</legend>
      <div className="event-boxes">
        {choices.map(({ id, label }) => (
          <CheckboxInput key={id} label={label} isSelected={chosen.has(id)} onChange={(isChosen) => choose(id, isChosen)} />
        ))}
      </div>
    </fieldset>
  );
}
