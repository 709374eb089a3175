import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { CheckboxInput } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import { type Period, PERIODS, startOf } from './filters.ts';

/** Delivers the events of a time range again. */
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
  const [onlyFailed, setOnlyFailed] = useState(true);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [now] = useState(() => new Date());
  const redeliver = async (): Promise<void> => {
    const { events } = await answer(
      api.POST('/v1/webhooks/endpoints/{id}/redeliver', {
        params: { path: { id: endpointId } },
        headers: { 'Idempotency-Key': `${idempotencyKey}-${period}-${onlyFailed}` },
        body: { start_timestamp: startOf(period, now), end_timestamp: now.toISOString(), only_failed: onlyFailed },
      }),
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
          label={words.publishedWithin}
          value={period}
          choices={PERIODS.map((id) => ({ id, label: words.periods[id] }))}
          onChange={setPeriod}
        />
        <CheckboxInput label={words.onlyFailed} isSelected={onlyFailed} onChange={setOnlyFailed} />
      </ApiForm>
    </Dialog>
  );
}
