import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../../api/client.ts';
import { useFormats, usePartWords } from '../../../i18n/languages.tsx';
import { SelectInput } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/fields.tsx';
import { ApiForm } from '../../../ui/form.tsx';
import { useProblemText } from '../../../ui/problem-text.ts';
import { useWholeNumber } from '../../../ui/whole-number.ts';
import type { paths } from '../../../api/schema.d.ts';
import { api } from '../../context.ts';
import { TagInput } from '../../tags/tag-input.tsx';
import { useIdempotencyKey } from '../../idempotency-key.ts';
import { BULK_WORDS, type BulkActionType } from './bulk-actions.ts';
import { Running } from './bulk-progress.tsx';
import { useFinished } from './use-finished.ts';

type Begin = paths['/v1/bulk/license-keys/']['post']['requestBody']['content']['application/json'];
type KeySet = Pick<Begin, 'ids' | 'filter' | 'organization_id'>;

const LARGEST = { extend: 36_525, add_activations: 10_000 };
const LIMITS = ['limit_activations', 'limit_usage'] as const;

/** Says what a change of many keys would do, then does it and shows how far it is. */
export function BulkDialog({
  type,
  set,
  onClose,
  onDone,
}: {
  readonly type: BulkActionType;
  readonly set: KeySet;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactNode {
  const words = usePartWords(BULK_WORDS);
  const [begun, setBegun] = useState<string | null>(null);
  const finished = useFinished();
  const close = (): void => {
    onClose();
    onDone();
  };
  return (
    <Dialog title={words.titles[type]} isOpen onClose={begun === null ? onClose : close}>
      {begun === null ? (
        <Preview type={type} set={set} onClose={onClose} onBegun={setBegun} />
      ) : (
        <Running
          id={begun}
          onClose={close}
          onFinished={(change) => {
            close();
            void finished(change);
          }}
        />
      )}
    </Dialog>
  );
}

function actionOf(type: BulkActionType, amount: string, limit: (typeof LIMITS)[number], tag: string): Begin['action'] {
  switch (type) {
    case 'extend':
      return { type, days: Number(amount) };
    case 'add_activations':
      return { type, count: Number(amount) };
    case 'follow_benefit':
      return { type, limit };
    case 'add_tag':
    case 'remove_tag':
      return { type, tag };
    default:
      return { type };
  }
}

function Preview({
  type,
  set,
  onClose,
  onBegun,
}: {
  readonly type: BulkActionType;
  readonly set: KeySet;
  readonly onClose: () => void;
  readonly onBegun: (id: string) => void;
}): ReactNode {
  const words = usePartWords(BULK_WORDS);
  const { number } = useFormats();
  const textOf = useProblemText();
  const keyOf = useIdempotencyKey();
  const whole = useWholeNumber(1);
  const [amount, setAmount] = useState(type === 'extend' ? '30' : '1');
  const [tag, setTag] = useState('');
  const takesTag = type === 'add_tag' || type === 'remove_tag';
  const takesAmount = type === 'extend' || type === 'add_activations';
  const isValid = takesTag
    ? tag.trim() !== ''
    : !takesAmount || (/^\d{1,5}$/.test(amount) && Number(amount) > 0 && Number(amount) <= LARGEST[type]);
  const [limit, setLimit] = useState<(typeof LIMITS)[number]>('limit_activations');
  const action = actionOf(type, amount, limit, tag);
  const body = { ...set, action };
  const preview = useQuery({
    queryKey: ['bulk-preview', body],
    enabled: isValid,
    gcTime: 0,
    retry: false,
    queryFn: () => answer(api.POST('/v1/bulk/license-keys/preview', { body })),
  });
  const begin = async (): Promise<void> => {
    const sent = { ...body, expected_total: preview.data?.total };
    const headers = { 'Idempotency-Key': keyOf(sent) };
    onBegun((await answer(api.POST('/v1/bulk/license-keys/', { headers, body: sent }))).id);
  };
  const changed = (isValid && preview.data?.changed) || 0;
  return (
    <ApiForm
      submitLabel={words.apply(number(changed))}
      submit={{ look: type === 'disable' ? 'danger' : 'primary', isDisabled: changed === 0 }}
      onSubmit={begin}
      onCancel={onClose}
    >
      {takesTag && <TagInput kind="license_key" label={words.tag} value={tag} onChange={setTag} autoFocus />}
      {takesAmount && (
        <TextInput
          name="amount"
          inputMode="numeric"
          label={type === 'extend' ? words.days : words.count}
          hint={type === 'extend' ? words.daysHint : undefined}
          maxLength={5}
          check={whole}
          value={amount}
          onChange={setAmount}
          autoFocus
        />
      )}
      {type === 'follow_benefit' && (
        <SelectInput
          label={words.limit}
          hint={words.limitHint}
          value={limit}
          choices={LIMITS.map((id) => ({ id, label: words.limits[id] }))}
          onChange={setLimit}
        />
      )}
      <div aria-live="polite">
        {preview.error && <p className="soft">{textOf(preview.error)}</p>}
        {isValid && preview.data && (
          <>
            <p>{changed > 0 ? words.preview(changed, number(changed)) : words.previewNone}</p>
            {preview.data.refusals.map(({ code, count, examples }) => (
              <p key={code} className="soft">
                {words.refused(count, number(count))} {words.refusals[code]}{' '}
                <span className="mono faint">{examples.map(({ display_key }) => display_key).join(', ')}</span>
              </p>
            ))}
          </>
        )}
      </div>
    </ApiForm>
  );
}
