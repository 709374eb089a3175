import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { CheckboxGroup } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { Loaded } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, benefitsQuery, useOrganization } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useSignInClientWords } from './words.ts';

/** Registers an application, for the license keys of some benefits. */
export function CreateClientDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useSignInClientWords();
  const { organization_id } = useOrganization();
  const queries = useQueryClient();
  const keyOf = useIdempotencyKey();
  const benefits = useQuery(benefitsQuery(organization_id));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const create = async (form: FormData): Promise<void> => {
    const body = { organization_id, name: String(form.get('name')).trim(), benefit_ids: [...chosen] };
    await answer(api.POST('/v1/sign-in-clients/', { headers: { 'Idempotency-Key': keyOf(body) }, body }));
    await queries.invalidateQueries({ queryKey: ['sign-in-clients'] });
    toast(words.added);
    onClose();
  };
  return (
    <Dialog title={words.create} isOpen onClose={onClose}>
      <Loaded of={benefits}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="soft">{words.noBenefits}</p>
          ) : (
            <ApiForm submitLabel={words.submit} submit={{ isDisabled: chosen.length === 0 }} onSubmit={create} onCancel={onClose}>
              <TextInput name="name" label={words.name} hint={words.nameHint} maxLength={255} autoFocus isRequired />
              <CheckboxGroup
                title={words.benefits}
                hint={words.benefitsHint}
                choices={items.map(({ id, description }) => ({ id, label: description }))}
                chosen={chosen}
                onChange={setChosen}
              />
            </ApiForm>
          )
        }
      </Loaded>
    </Dialog>
  );
}
