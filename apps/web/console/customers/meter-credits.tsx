import { useQuery } from '@tanstack/react-query';
import { useCreditWords } from './credit-words.ts';
import { useWords } from '../words/index.ts';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { endOfDay } from '../../../../libs/support/src/days/days.ts';
import { useFormats, useTimeZone } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { DayInput, TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { api, useOrganization } from '../context.ts';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { type CreditProps, unitsOf } from './credit-form.ts';

const MOST = 100;
const DEFAULT_PRIORITY = 50;

/** Credits units of any meter, also of one that has not counted anything of the customer yet. */
export function CreditDialog({ customer, onClose, onGiven }: CreditProps): ReactNode {
  const words = useCreditWords();
  const { kinds } = useWords().credits;
  const { number } = useFormats();
  const timeZone = useTimeZone();
  const count = useWholeNumber(1);
  const rank = useWholeNumber();
  const meter = useMeter();
  const keyOf = useIdempotencyKey();
  const [end, setEnd] = useState('');
  const [chosen, setRollover] = useState<boolean | null>(null);
  const rollover = chosen ?? end !== '';
  const give = async (form: FormData): Promise<void> => {
    const units = unitsOf(form);
    const which = { customer_id: customer, meter_id: meter.id! };
    const { id } = await answer(api.POST('/v1/customer-meters/', { body: which }));
    const expires_at = end === '' ? null : endOfDay(end, timeZone);
    const priority = Number(form.get('priority'));
    const body = { units, rollover, expires_at, priority, reason: String(form.get('reason')) };
    const headers = { 'Idempotency-Key': keyOf({ id, ...body }) };
    await answer(api.POST('/v1/customer-meters/{id}/credits', { params: { path: { id } }, headers, body }));
    await onGiven(words.credited(number(units)));
  };
  return (
    <Dialog title={kinds.credit} isOpen onClose={onClose}>
      <MeterForm meter={meter} none={words.noMeters} submit={words.credit} onSubmit={give} onClose={onClose}>
        <TextInput name="units" inputMode="numeric" label={words.units} maxLength={9} check={count} isRequired autoFocus />
        <DayInput name="expires_at" label={words.end} hint={words.endHint} value={end} onChange={setEnd} />
        <TextInput
          name="priority"
          inputMode="numeric"
          label={words.priority}
          hint={words.priorityHint}
          defaultValue={String(DEFAULT_PRIORITY)}
          maxLength={3}
          check={rank}
          isRequired
        />
        <SwitchInput label={words.rollover} isSelected={rollover} onChange={setRollover} />
      </MeterForm>
    </Dialog>
  );
}

/** Takes back units that are left of credits without an end and a priority. */
export function DebitDialog({ customer, onClose, onGiven }: CreditProps): ReactNode {
  const words = useCreditWords();
  const { kinds } = useWords().credits;
  const { number } = useFormats();
  const count = useWholeNumber(1);
  const meter = useCustomerMeter(customer);
  const keyOf = useIdempotencyKey();
  const take = async (form: FormData): Promise<void> => {
    const body = { units: unitsOf(form), reason: String(form.get('reason')) };
    const headers = { 'Idempotency-Key': keyOf({ id: meter.id, ...body }) };
    await answer(api.POST('/v1/customer-meters/{id}/debits', { params: { path: { id: meter.id! } }, headers, body }));
    await onGiven(words.debited(number(body.units)));
  };
  return (
    <Dialog title={kinds.debit} isOpen onClose={onClose}>
      <p className="soft">{words.debitText}</p>
      <MeterForm meter={meter} none={words.nothingCounted} submit={words.debit} onSubmit={take} onClose={onClose}>
        <TextInput name="units" inputMode="numeric" label={words.units} maxLength={9} check={count} isRequired autoFocus />
      </MeterForm>
    </Dialog>
  );
}

/** Sets the usage of a meter back to 0. */
export function ResetDialog({ customer, onClose, onGiven }: CreditProps): ReactNode {
  const words = useCreditWords();
  const { kinds } = useWords().credits;
  const meter = useCustomerMeter(customer);
  const keyOf = useIdempotencyKey();
  const [removes, setRemoves] = useState(false);
  const reset = async (form: FormData): Promise<void> => {
    const body = { credits: removes ? ('remove' as const) : ('keep' as const), reason: String(form.get('reason')) };
    const headers = { 'Idempotency-Key': keyOf({ id: meter.id, ...body }) };
    await answer(api.POST('/v1/customer-meters/{id}/reset', { params: { path: { id: meter.id! } }, headers, body }));
    await onGiven(words.wasReset);
  };
  return (
    <Dialog title={kinds.reset} isOpen onClose={onClose}>
      <p className="soft">{words.resetText}</p>
      <MeterForm meter={meter} none={words.nothingCounted} submit={words.reset} onSubmit={reset} onClose={onClose}>
        <SwitchInput label={words.removeCredits} isSelected={removes} onChange={setRemoves} />
      </MeterForm>
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
  const words = useCreditWords();
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
