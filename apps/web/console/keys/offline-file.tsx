import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { type CarriedFile, CarriedFileInput } from '../../ui/carried-file.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';

/** Activates or deactivates a device without a network, by the file that it made. */
export function OfflineFileDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { keyUse: words } = useWords();
  const queries = useQueryClient();
  const [file, setFile] = useState<CarriedFile | null>(null);
  const send = async (): Promise<void> => {
    if (!file?.kind) return;
    const common = { params: { path: { id } }, headers: { 'Idempotency-Key': newIdempotencyKey() } };
    if (file.kind === 'request') {
      const body = { request: file.text };
      const lease = await answer(api.POST('/v1/license-keys/{id}/offline-activation', { ...common, body }));
      saveFile('license.json', JSON.stringify(lease, null, 2));
    } else {
      const body = { deactivation: file.text };
      await answer(api.POST('/v1/license-keys/{id}/offline-deactivation', { ...common, body }));
    }
    await Promise.all(['keys', 'timeline'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    onClose();
    toast(file.kind === 'request' ? words.fileActivated : words.fileDeactivated);
  };
  return (
    <Dialog title={words.fileTitle} isOpen onClose={onClose}>
      <p className="soft">{words.fileText}</p>
      <ApiForm
        submitLabel={file?.kind === 'deactivation' ? words.fileDeactivate : words.fileActivate}
        submit={{ isDisabled: !file?.kind }}
        onSubmit={send}
        onCancel={onClose}
      >
        <CarriedFileInput
          file={file}
          words={{
            label: file ? words.fileName(file.name) : words.fileNone,
            choose: words.fileChoose,
            drop: words.fileDrop,
            unreadable: words.fileUnreadable,
          }}
          onRead={setFile}
        />
      </ApiForm>
    </Dialog>
  );
}
