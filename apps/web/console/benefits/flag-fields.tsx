import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { benefitsQuery, useOrganization } from '../context.ts';
import { ChoiceField, choicesOf } from '../form-fields.tsx';
import { useWords } from '../words/index.ts';

/** Which license keys show a flag: an ID is that of the benefit whose keys it extends. */
export function FlagFields({ benefit }: { readonly benefit: Schema<'BenefitFeatureFlag'> | undefined }): ReactNode {
  const { benefit: words } = useWords();
  const { organization_id } = useOrganization();
  const { data } = useQuery(benefitsQuery(organization_id));
  if (!data) return null;
  const extended = data.items.map(({ id, description }) => ({ id, label: words.keyOf(description) }));
  const { attach, combine = 'beside' } = benefit ?? {};
  return (
    <>
      <ChoiceField
        name="attach"
        label={words.attach}
        hint={words.attachHint}
        choices={[{ id: 'own_key', label: words.ownKey }, ...extended, { id: 'choose', label: words.chosenKey }]}
        defaultValue={attach?.to === 'key_of' ? attach.benefit_id : (attach?.to ?? 'own_key')}
      />
      <ChoiceField name="combine" label={words.combine} choices={choicesOf(words.combines)} defaultValue={combine} />
    </>
  );
}
