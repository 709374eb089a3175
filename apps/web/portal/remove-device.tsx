import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../api/client.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useLast } from '../ui/last.ts';
import { toast } from '../ui/toasts.tsx';
import { api, type Device, type LicenseKeyDetails } from './context.ts';
import { useWords } from './words/index.ts';

/** Asks whether a device should be removed; null is none. */
export function RemoveDevice({
  keyId,
  device,
  onClose,
}: {
  readonly keyId: string;
  readonly device: Device | null;
  readonly onClose: () => void;
}): ReactNode {
  const words = useWords().keys;
  const queries = useQueryClient();
  const last = useLast(device);
  const name = last?.label || words.unnamed;

  const remove = async (): Promise<void> => {
    const activation_id = last!.id;
    const path = { id: keyId, activation_id };
    await answer(api.DELETE('/v1/customer-portal/license-keys/{id}/activations/{activation_id}', { params: { path } }));
    queries.setQueryData<LicenseKeyDetails>(
      ['key', keyId],
      (details) => details && { ...details, activations: details.activations.filter(({ id }) => id !== activation_id) },
    );
    toast(words.removed(name));
  };
  return (
    <ConfirmDialog
      title={words.removeTitle(name)}
      text={words.removeText}
      confirm={words.remove}
      isDestructive
      isOpen={device !== null}
      onClose={onClose}
      onConfirm={remove}
    />
  );
}
