import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { SwitchInput, TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { api, useOrganization } from '../context.ts';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';
import { type CreditProps, unitsOf } from './credit-form.ts';

const MOST = 100;

/** Credits units of any meter, also of one that has not counted anything of the customer yet. */
export function CreditDialog({ customer, onClose, onGiven }: CreditProps): ReactNode {
  const { credits: words } = useWords();
  const { number } = useFormats();
  const count = useWholeNumber(1);
  const meter = useMeter();
  const keyOf = useIdempotencyKey();
  const [rollover, setRollover] = useState(false);
  const give = async (form: FormData): Promise<void> => {
    const units = unitsOf(form);
    const which = { customer_id: customer, meter_id: meter.id! };
    const { id } = await answer(api.POST('/v1/customer-meters/', { body: which }));
    const body = { units, rollover, reason: String(form.get('reason')) };
    const headers = { 'Idempotency-Key': keyOf({ id, ...body }) };
    await answer(api.POST('/v1/customer-meters/{id}/credits', { params: { path: { id } }, headers, body }));
    await onGiven(words.credited(number(units)));
  };
  return (
    <Dialog title={words.kinds.credit} isOpen onClose={onClose}>
      <MeterForm meter={meter} none={words.noMeters} submit={words.credit} onSubmit={give} onClose={onClose}>
        <TextInput name="units" inputMode="numeric" label={words.units} maxLength={9} check={count} isRequired autoFocus />
        <SwitchInput label={words.rollover} isSelected={rollover} onChange={setRollover} />
      </MeterForm>
    </Dialog>
  );
}

/** Sets the usage of a meter back to 0. */
export function ResetDialog({ customer, onClose, onGiven }: CreditProps): ReactNode {
  const { credits: words } = useWords();
  const meter = useCustomerMeter(customer);
  const keyOf = useIdempotencyKey();
  const reset = async (form: FormData): Promise<void> => {
    const body = { reason: String(form.get('reason')) };
    const headers = { 'Idempotency-Key': keyOf({ id: meter.id, ...body }) };
    await answer(api.POST('/v1/customer-meters/{id}/reset', { params: { path: { id: meter.id! } }, headers, body }));
    await onGiven(words.wasReset);
  };
  return (
    <Dialog title={words.kinds.reset} isOpen onClose={onClose}>
      <p className="soft">{words.resetText}</p>
      <MeterForm meter={meter} none={words.nothingCounted} submit={words.reset} onSubmit={reset} onClose={onClose} />
    </Dialog>
  );
}

interface ChosenMeter {
  /** Undefined until they are known. */
  readonly items: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly id: string | undefined;
  readonly choose: (id: string) => void;
}

function useChosen(items: ChosenMeter['items']): ChosenMeter {
  const [chosen, choose] = useState<string | null>(null);
  return { items, id: chosen ?? items?.[0]?.id, choose };
}

/** The meters of the organization, of which one is chosen. */
function useMeter(): ChosenMeter {
  const { organization_id } = useOrganization();
  const query = { organization_id: [organization_id], is_archived: false, sorting: ['name' as const], limit: MOST };
  const meters = useQuery({
    queryKey: ['meters', organization_id, 'by name'],
    queryFn: () => answer(api.GET('/v1/meters/', { params: { query } })),
  });
  return useChosen(meters.data?.items);
}

/** The meters of a customer, of which one is chosen. */
function useCustomerMeter(customer: string): ChosenMeter {
  const { organization_id } = useOrganization();
  const items = useQuery({
    queryKey: ['customer-meters', customer],
    queryFn: () => {
      const query = {
        organization_id: [organization_id],
        customer_id: [customer],
        sorting: ['meter_name' as const],
        limit: MOST,
      };
      return answer(api.GET('/v1/customer-meters/', { params: { query } }));
    },
  }).data?.items;
  return useChosen(items?.map(({ id, meter: { name } }) => ({ id, name })));
}

function MeterForm({
  meter: { items, id, choose },
  none,
  submit,
  onSubmit,
  onClose,
  children,
}: {
  readonly meter: ChosenMeter;
  /** Why there is none. */
  readonly none: string;
  readonly submit: string;
  readonly onSubmit: (form: FormData) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}): ReactNode {
  const { credits: words } = useWords();
  if (!items) return null;
  if (items.length === 0) return <p className="soft">{none}</p>;
  return (
    <ApiForm submitLabel={submit} onSubmit={onSubmit} onCancel={onClose}>
      <SelectInput
        name="meter"
        label={words.meter}
        value={id!}
        choices={items.map((each) => ({ id: each.id, label: each.name }))}
        onChange={choose}
      />
      {children}
      <TextInput name="reason" label={words.reason} hint={words.reasonHint} maxLength={500} isRequired />
    </ApiForm>
  );
}
