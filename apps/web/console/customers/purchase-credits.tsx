import { useQuery } from '@tanstack/react-query';
import { useCreditWords } from './credit-words.ts';
import { useWords } from '../words/index.ts';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { dayOf, endOfDay } from '../../../../libs/support/src/days/days.ts';
import { useFormats, useTimeZone } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { DayInput, TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { api, useOrganization } from '../context.ts';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { updateSubscription } from '../subscriptions/update-subscription.ts';
import { type CreditProps, unitsOf } from './credit-form.ts';

const MOST = 100;

/** Adds units to the usage limit of a key. */
export function UsageDialog({ customer, onClose, onGiven }: CreditProps): ReactNode {
  const words = useCreditWords();
  const { kinds } = useWords().credits;
  const { number } = useFormats();
  const count = useWholeNumber(1);
  const { organization_id } = useOrganization();
  const [chosen, setChosen] = useState<string | null>(null);
  const keys = useQuery({
    queryKey: ['keys', 'limited', customer],
    queryFn: () => {
      const query = { organization_id: [organization_id], customer_id: customer, limit: MOST };
      return answer(api.GET('/v1/license-keys/search', { params: { query } }));
    },
  }).data?.items.filter(({ limit_usage }) => limit_usage !== null);
  const key = keys?.find(({ id }) => id === chosen) ?? keys?.[0];
  const give = async (form: FormData): Promise<void> => {
    const units = unitsOf(form);
    const body = { limit_usage: key!.limit_usage! + units };
    await answer(api.PATCH('/v1/license-keys/{id}', { params: { path: { id: key!.id } }, body }));
    await onGiven(words.usageAdded(number(units)));
  };
  return (
    <Dialog title={kinds.usage} isOpen onClose={onClose}>
      {keys && !key && <p className="soft">{words.noLimitedKeys}</p>}
      {keys && key && (
        <ApiForm submitLabel={words.add} onSubmit={give} onCancel={onClose}>
          <SelectInput
            name="key"
            label={words.key}
            hint={words.used(number(key.usage), number(key.limit_usage!))}
            value={key.id}
            choices={keys.map(({ id, display_key }) => ({ id, label: display_key }))}
            onChange={setChosen}
          />
          <TextInput name="units" inputMode="numeric" label={words.units} maxLength={9} check={count} isRequired autoFocus />
        </ApiForm>
      )}
    </Dialog>
  );
}

/** Lets the trial of a subscription last longer. */
export function TrialDialog({ customer, onClose, onGiven }: CreditProps): ReactNode {
  const words = useCreditWords();
  const { kinds } = useWords().credits;
  const timeZone = useTimeZone();
  const { organization_id } = useOrganization();
  const [chosen, setChosen] = useState<string | null>(null);
  const trials = useQuery({
    queryKey: ['subscriptions', 'trials', customer],
    queryFn: () => {
      const query = { organization_id: [organization_id], customer_id: [customer], status: ['trialing' as const], limit: MOST };
      return answer(api.GET('/v1/subscriptions/', { params: { query } }));
    },
  }).data?.items;
  const trial = trials?.find(({ id }) => id === chosen) ?? trials?.[0];
  const extend = async (form: FormData): Promise<void> => {
    await updateSubscription(trial!.id, { trial_end: endOfDay(String(form.get('trial_end')), timeZone) });
    await onGiven(words.trialExtended);
  };
  return (
    <Dialog title={kinds.trial} isOpen onClose={onClose}>
      {trials && !trial && <p className="soft">{words.noTrials}</p>}
      {trials && trial && (
        <ApiForm submitLabel={words.extend} onSubmit={extend} onCancel={onClose}>
          <SelectInput
            name="subscription"
            label={words.subscription}
            value={trial.id}
            choices={trials.map(({ id, product }) => ({ id, label: product.name }))}
            onChange={setChosen}
          />
          <DayInput
            key={trial.id}
            name="trial_end"
            label={words.trialEnd}
            defaultValue={trial.trial_end ? dayOf(trial.trial_end, timeZone) : ''}
            autoFocus
            isRequired
          />
        </ApiForm>
      )}
    </Dialog>
  );
}
