import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import { monthsLater } from '../../../../libs/support/src/days/days.ts';
import { useTimeZone } from '../../i18n/languages.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, type LicenseKeyDetails } from '../context.ts';
import { useWords } from '../words/index.ts';

type Change = paths['/v1/license-keys/{id}']['patch']['requestBody']['content']['application/json'];

/** Reads again what is shown of keys, and says what was done. Nobody waits for what happened before. */
export function useKeyChanged(): (text: string) => Promise<void> {
  const queries = useQueryClient();
  return async (text) => {
    for (const name of ['figures', 'timeline', 'mails']) void queries.invalidateQueries({ queryKey: [name] });
    await queries.invalidateQueries({ queryKey: ['keys'] });
    toast(text);
  };
}

/** Changes of a key that need no dialog; `pending` is the one that is being made. */
export function useQuickChanges({ id, expires_at, limit_activations }: LicenseKeyDetails) {
  const { key: words } = useWords();
  const textOf = useProblemText();
  const changed = useKeyChanged();
  const timeZone = useTimeZone();
  const [pending, setPending] = useState<string | null>(null);
  const run = async (name: string, text: string, change: () => Promise<unknown>): Promise<void> => {
    setPending(name);
    try {
      await change();
      await changed(text);
    } catch (error) {
      badToast(textOf(error));
    } finally {
      setPending(null);
    }
  };
  const update = (name: string, text: string, body: Change) =>
    run(name, text, () => answer(api.PATCH('/v1/license-keys/{id}', { params: { path: { id } }, body })));
  /** From now on, if the key has expired. */
  const extend = (name: string, months: number): Promise<void> => {
    const from = new Date(Math.max(Date.parse(expires_at!), Date.now())).toISOString();
    return update(name, words.extended, { expires_at: monthsLater(from, months, timeZone) });
  };
  return {
    pending,
    addMonth: () => extend('month', 1),
    addYear: () => extend('year', 12),
    addDevice: () => update('device', words.deviceAdded, { limit_activations: limit_activations! + 1 }),
    send: () => run('send', words.sent, () => sendKey(id)),
  };
}

/** Mails a key to its customer. */
export const sendKey = (id: string): Promise<unknown> =>
  answer(
    api.POST('/v1/license-keys/{id}/send', { params: { path: { id } }, headers: { 'Idempotency-Key': newIdempotencyKey() } }),
  );
