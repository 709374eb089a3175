import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { endOfDay } from '../../../../../libs/support/src/days/days.ts';
import { answer } from '../../../api/client.ts';
import { useTimeZone } from '../../../i18n/languages.tsx';
import { SelectInput } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DayInput, TextInput } from '../../../ui/fields.tsx';
import { ApiForm } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { useWholeNumber } from '../../../ui/whole-number.ts';
import { api, benefitsQuery, useOrganization } from '../../context.ts';
import { useIdempotencyKey } from '../../idempotency-key.ts';
import { useKeyBatchWords } from './words.ts';

export function CreateBatchDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useKeyBatchWords();
  const { organization_id } = useOrganization();
  const timeZone = useTimeZone();
  const queries = useQueryClient();
  const benefits = useQuery(benefitsQuery(organization_id)).data?.items ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const keyOf = useIdempotencyKey();
  const benefit = chosen ?? benefits[0]?.id ?? null;
  const create = async (form: FormData): Promise<void> => {
    const textOf = (name: string): string => String(form.get(name)).trim();
    const until = textOf('claim_until');
    const body = {
      organization_id,
      name: textOf('name'),
      benefit_id: benefit!,
      size: Number(textOf('size')),
      claim_until: until === '' ? null : endOfDay(until, timeZone),
    };
    await answer(api.POST('/v1/license-key-batches/', { headers: { 'Idempotency-Key': keyOf(body) }, body }));
    await queries.invalidateQueries({ queryKey: ['key-batches'] });
    toast(words.created);
    onClose();
  };
  return (
    <Dialog title={words.create} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.submit} submit={{ isDisabled: benefit === null }} onSubmit={create} onCancel={onClose}>
        <TextInput name="name" label={words.name} hint={words.nameHint} autoFocus isRequired />
        <SelectInput
          label={words.benefit}
          value={benefit}
          choices={benefits.map(({ id, description }) => ({ id, label: description }))}
          onChange={setChosen}
        />
        <TextInput
          name="size"
          inputMode="numeric"
          label={words.size}
          hint={words.sizeHint}
          maxLength={5}
          check={useWholeNumber(1)}
          isRequired
        />
        <DayInput name="claim_until" label={words.claimUntil} hint={words.claimUntilHint} />
      </ApiForm>
    </Dialog>
  );
}
