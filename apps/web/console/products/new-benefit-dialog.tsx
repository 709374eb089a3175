import { type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { BenefitForm } from '../benefits/benefit-form.tsx';
import { type BenefitType, TYPES } from '../benefits/filters.ts';
import { useWords } from '../words/index.ts';
import type { Benefit } from './product-benefit.ts';

/** Makes a benefit where it is chosen. */
export function NewBenefitDialog({
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
