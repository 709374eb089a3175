import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../api/client.ts';
import { useFormats } from '../i18n/languages.tsx';
import { type CarriedFile, CarriedFileInput } from '../ui/carried-file.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ApiForm } from '../ui/form.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toasts.tsx';
import { api } from './context.ts';
import { useWords } from './words/index.ts';

/** Carries files between a device without a network and the service. */
export function OfflineDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const words = useWords().keys;
  const { exactly } = useFormats();
  const queries = useQueryClient();
  const [file, setFile] = useState<CarriedFile | null>(null);
  const send = async (): Promise<void> => {
    if (!file?.kind) return;
    const common = { params: { path: { id } }, headers: { 'idempotency-key': newIdempotencyKey() } };
    if (file.kind === 'request') {
      const lease = await answer(
        api.POST('/v1/customer-portal/license-keys/{id}/offline-activation', { ...common, body: { request: file.text } }),
      );
      saveFile('license.json', JSON.stringify(lease, null, 2));
      toast(words.licenseFileReady(exactly(lease.expires_at)));
    } else {
      await answer(
        api.POST('/v1/customer-portal/license-keys/{id}/offline-deactivation', { ...common, body: { deactivation: file.text } }),
      );
      toast(words.givenBack);
    }
    await queries.invalidateQueries({ queryKey: ['key', id] });
    onClose();
  };
  return (
    <Dialog title={words.offlineTitle} isOpen onClose={onClose}>
      <p className="soft">{words.offlineText}</p>
      <ApiForm
        submitLabel={file?.kind === 'deactivation' ? words.deactivateByFile : words.activateByFile}
        submit={{ isDisabled: !file?.kind }}
        onSubmit={send}
        onCancel={onClose}
      >
        <CarriedFileInput
          file={file}
          words={{
            label: file ? words.fileChosen(file.name) : words.requestFile,
            choose: words.chooseFile,
            drop: words.dropFile,
            unreadable: words.unreadableFile,
          }}
          onRead={setFile}
        />
      </ApiForm>
    </Dialog>
  );
}
