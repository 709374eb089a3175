import '../catalog.css';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SelectInput } from '../../ui/choices.tsx';
import { Card, PageHead } from '../../ui/surfaces.tsx';
import { BackLink } from '../back-link.tsx';
import { useWords } from '../words/index.ts';
import { BenefitForm } from './benefit-form.tsx';
import { TYPES } from './filters.ts';

const route = getRouteApi('/$slug/benefits/new');

export function NewBenefitPage(): ReactNode {
  const { benefit: words, benefitTypes } = useWords();
  const { type = 'license_keys' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <BackLink to="/$slug/benefits">{words.back}</BackLink>
      <PageHead title={words.createTitle} text={words.createText} />
      <div className="editor stack">
        <Card>
          <SelectInput
            label={words.typeLabel}
            hint={words.types[type]}
            value={type}
            choices={TYPES.map((id) => ({ id, label: benefitTypes[id] }))}
            onChange={(chosen) => void navigate({ search: { type: chosen }, replace: true, resetScroll: false })}
          />
        </Card>
        <Card title={words.settings}>
          <BenefitForm key={type} type={type} />
        </Card>
      </div>
    </>
  );
}
