import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { CheckboxInput } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import type { Pool } from './pool-query.ts';
import { useKeyPoolWords } from './words.ts';

const DEFAULT_THRESHOLD = 10;
const MOST_LEFT = 100_000;
const MOST_ADDED = 10_000;

/** Creates the pool of a benefit, or changes it. */
export function PoolDialog({
  benefitId,
  pool,
  onClose,
}: {
  readonly benefitId: string;
  readonly pool?: Pool;
  readonly onClose: () => void;
}): ReactNode {
  const words = useKeyPoolWords();
  const { save } = useUiWords();
  const { organization_id } = useOrganization();
  const queries = useQueryClient();
  const keyOf = useIdempotencyKey();
  const send = async (form: FormData): Promise<void> => {
    const body = { name: String(form.get('name')), low_threshold: Number(form.get('low_threshold')) };
    if (pool) await answer(api.PATCH('/v1/license-key-pools/{id}', { params: { path: { id: pool.id } }, body }));
    else {
      const all = { ...body, benefit_id: benefitId, organization_id };
      await answer(api.POST('/v1/license-key-pools/', { body: all, headers: { 'Idempotency-Key': keyOf(all) } }));
    }
    await queries.invalidateQueries({ queryKey: ['pools', benefitId] });
    onClose();
    toast(pool ? words.saved : words.created);
  };
  const isCount = (text: string): string | null => (/^\d{1,6}$/.test(text) && Number(text) <= MOST_LEFT ? null : words.count);
  return (
    <Dialog title={pool ? words.change : words.create} isOpen onClose={onClose}>
      <ApiForm submitLabel={pool ? save : words.create} onSubmit={send} onCancel={onClose}>
        <TextInput
          name="name"
          label={words.name}
          hint={words.nameHint}
          defaultValue={pool?.name ?? ''}
          maxLength={255}
          isRequired
        />
        <TextInput
          name="low_threshold"
          label={words.threshold}
          hint={words.thresholdHint}
          inputMode="numeric"
          check={isCount}
          defaultValue={String(pool?.low_threshold ?? DEFAULT_THRESHOLD)}
          isRequired
        />
      </ApiForm>
    </Dialog>
  );
}

/** The keys of a text with one in each line. */
const keysIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function AddKeysDialog({ pool, onClose }: { readonly pool: Pool; readonly onClose: () => void }): ReactNode {
  const words = useKeyPoolWords();
  const { number } = useFormats();
  const queries = useQueryClient();
  const keyOf = useIdempotencyKey();
  const [allowsShort, setAllowsShort] = useState(false);
  const send = async (form: FormData): Promise<void> => {
    const entries = keysIn(String(form.get('entries')));
    const body = { entries, allow_short_key: allowsShort };
    const params = { path: { id: pool.id } };
    await answer(api.POST('/v1/license-key-pools/{id}/entries', { params, body, headers: { 'Idempotency-Key': keyOf(body) } }));
    await queries.invalidateQueries({ queryKey: ['pools', pool.benefit_id] });
    onClose();
    toast(words.added(number(entries.length)));
  };
  const areKeys = (text: string): string | null => {
    const { length } = keysIn(text);
    return length > 0 && length <= MOST_ADDED ? null : words.keysNeeded;
  };
  return (
    <Dialog wide title={words.addTitle(pool.name)} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.add} onSubmit={send} onCancel={onClose}>
        <TextInput
          name="entries"
          label={words.keys}
          hint={words.keysHint}
          check={areKeys}
          inputClass="mono"
          multiline
          isRequired
        />
        <CheckboxInput label={words.allowShort} isSelected={allowsShort} onChange={setAllowsShort} />
      </ApiForm>
    </Dialog>
  );
}
