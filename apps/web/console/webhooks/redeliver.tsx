import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import { type Period, PERIODS, startOf } from './filters.ts';

/** Which events are delivered: what the endpoint missed, what it got and did not take, or all. */
const WHICH = ['missed', 'failed', 'all'] as const;
type Which = (typeof WHICH)[number];

/** Delivers the events of a time range, those that the endpoint missed or also others. */
export function RedeliverDialog({
  endpointId,
  onClose,
}: {
  readonly endpointId: string;
  readonly onClose: () => void;
}): ReactNode {
  const { webhooks: words } = useWords();
  const queries = useQueryClient();
  const [period, setPeriod] = useState<Period>('day');
  const [which, setWhich] = useState<Which>('missed');
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [now] = useState(() => new Date());
  const redeliver = async (): Promise<void> => {
    const since = startOf(period, now);
    const request = {
      params: { path: { id: endpointId } },
      headers: { 'Idempotency-Key': `${idempotencyKey}-${period}-${which}` },
    };
    const range = { start_timestamp: since, end_timestamp: now.toISOString(), only_failed: which === 'failed' };
    const { events } = await answer(
      which === 'missed'
        ? api.POST('/v1/webhooks/endpoints/{id}/recover', { ...request, body: { since } })
        : api.POST('/v1/webhooks/endpoints/{id}/redeliver', { ...request, body: range }),
    );
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
    onClose();
    toast(words.redelivering(events));
  };
  return (
    <Dialog title={words.redeliverTitle} isOpen onClose={onClose}>
      <p className="soft">{words.redeliverText}</p>
      <ApiForm submitLabel={words.redeliver} onSubmit={redeliver} onCancel={onClose}>
        <SelectInput
          label={words.which}
          value={which}
          choices={WHICH.map((id) => ({ id, label: words.whichEvents[id] }))}
          onChange={setWhich}
        />
        <SelectInput
          label={words.publishedWithin}
          value={period}
          choices={PERIODS.map((id) => ({ id, label: words.periods[id] }))}
          onChange={setPeriod}
        />
      </ApiForm>
    </Dialog>
  );
}
