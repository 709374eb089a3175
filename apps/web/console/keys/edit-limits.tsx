import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { dayOf, endOfDay } from '../../../../libs/support/src/days/days.ts';
import { useTimeZone, useUiWords } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DayInput, TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { api, type LicenseKeyDetails } from '../context.ts';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { useWords } from '../words/index.ts';

/**
 * Changes the limits, the expiry and the allowed devices of a key. What is left as it is goes on following the benefit, or keeps what
 * somebody else has made of it meanwhile.
 */
export function EditLimitsDialog({
  licenseKey,
  first = 'limit_activations',
  onClose,
  onSaved,
}: {
  readonly licenseKey: LicenseKeyDetails;
  /** The field that has the focus. */
  readonly first?: 'limit_activations' | 'expires_at';
  readonly onClose: () => void;
  readonly onSaved: (text: string) => Promise<void>;
}): ReactNode {
  const { key: words, keys } = useWords();
  const { save, saved } = useUiWords();
  const timeZone = useTimeZone();
  const [{ id, limit_activations, limit_usage, expires_at, allowed_devices }] = useState(licenseKey);
  const devices = allowed_devices?.join('\n') ?? '';
  const day = expires_at ? dayOf(expires_at, timeZone) : '';
  const count = useWholeNumber(1);
  const limit = (form: FormData, name: string): number | null => {
    const text = String(form.get(name)).trim();
    return text === '' ? null : Number(text);
  };
  const change = async (form: FormData): Promise<void> => {
    const [activations, usage] = [limit(form, 'limit_activations'), limit(form, 'limit_usage')];
    const until = String(form.get('expires_at'));
    const allowed = linesOf(String(form.get('allowed_devices')));
    const body = {
      ...(activations === limit_activations ? {} : { limit_activations: activations }),
      ...(usage === limit_usage ? {} : { limit_usage: usage }),
      ...(until === day ? {} : { expires_at: until === '' ? null : endOfDay(until, timeZone) }),
      ...(allowed.join('\n') === devices ? {} : { allowed_devices: allowed.length === 0 ? null : allowed }),
    };
    await answer(api.PATCH('/v1/license-keys/{id}', { params: { path: { id } }, body }));
    onClose();
    await onSaved(saved);
  };
  return (
    <Dialog title={words.editTitle} isOpen onClose={onClose}>
      <ApiForm submitLabel={save} onSubmit={change} onCancel={onClose}>
        <TextInput
          name="limit_activations"
          inputMode="numeric"
          label={keys.limitDevices}
          hint={words.noLimit}
          maxLength={10}
          check={count}
          defaultValue={limit_activations === null ? '' : String(limit_activations)}
          autoFocus={first === 'limit_activations'}
        />
        <TextInput
          name="limit_usage"
          inputMode="numeric"
          label={words.limitUsage}
          hint={words.noLimit}
          maxLength={10}
          check={count}
          defaultValue={limit_usage === null ? '' : String(limit_usage)}
        />
        <DayInput
          name="expires_at"
          label={words.expiresOn}
          hint={words.noLimit}
          defaultValue={day}
          autoFocus={first === 'expires_at'}
        />
        <TextInput
          name="allowed_devices"
          label={words.allowedDevices}
          hint={words.allowedDevicesHint}
          defaultValue={devices}
          multiline
        />
      </ApiForm>
    </Dialog>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
