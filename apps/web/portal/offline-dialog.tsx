import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type DropItem, DropZone, FileTrigger, Text } from 'react-aria-components';
import { answer, newIdempotencyKey } from '../api/client.ts';
import { useFormats } from '../i18n/languages.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ApiForm } from '../ui/form.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toasts.tsx';
import { api } from './context.ts';
import { useWords } from './words/index.ts';

interface CarriedFile {
  readonly name: string;
  readonly text: string;
  readonly kind: 'request' | 'deactivation' | null;
}

/** Files of devices are signed tokens; their header says what they are. */
function kindOf(text: string): CarriedFile['kind'] {
  try {
    const header = atob(text.split('.')[0]!.replaceAll('-', '+').replaceAll('_', '/'));
    const { typ } = JSON.parse(header) as { typ?: string };
    if (typ === 'latchkey-activation-request+jwt') return 'request';
    return typ === 'latchkey-deactivation+jwt' ? 'deactivation' : null;
  } catch {
    return null;
  }
}

/** Carries files between a device without a network and the service. */
export function OfflineDialog({
  id,
  isOpen,
  onClose,
}: {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const words = useWords().keys;
  const { dateTime } = useFormats();
  const queries = useQueryClient();
  const [file, setFile] = useState<CarriedFile | null>(null);

  const close = (): void => {
    setFile(null);
    onClose();
  };
  const read = async (given: File | undefined): Promise<void> => {
    if (!given) return;
    const text = (await given.text()).trim();
    setFile({ name: given.name, text, kind: kindOf(text) });
  };
  const send = async (): Promise<void> => {
    if (!file?.kind) return;
    const common = { params: { path: { id } }, headers: { 'idempotency-key': newIdempotencyKey() } };
    if (file.kind === 'request') {
      const lease = await answer(
        api.POST('/v1/customer-portal/license-keys/{id}/offline-activation', { ...common, body: { request: file.text } }),
      );
      saveFile('license.json', JSON.stringify(lease, null, 2));
      toast(words.licenseFileReady(dateTime(lease.expires_at)));
    } else {
      await answer(
        api.POST('/v1/customer-portal/license-keys/{id}/offline-deactivation', { ...common, body: { deactivation: file.text } }),
      );
      toast(words.givenBack);
    }
    await queries.invalidateQueries({ queryKey: ['key', id] });
    close();
  };
  const isUnreadable = file !== null && file.kind === null;
  return (
    <Dialog title={words.offlineTitle} isOpen={isOpen} onClose={close}>
      <p className="soft">{words.offlineText}</p>
      <ApiForm
        fields={[]}
        submitLabel={file?.kind === 'deactivation' ? words.deactivateByFile : words.activateByFile}
        submit={{ isDisabled: !file?.kind }}
        onSubmit={send}
        onCancel={close}
      >
        <DropZone className="drop" onDrop={({ items }) => void droppedFile(items).then(read)}>
          <Text slot="label">{file ? words.fileChosen(file.name) : words.requestFile}</Text>
          <FileTrigger onSelect={(files) => void read(files?.[0])}>
            <Button>{words.chooseFile}</Button>
          </FileTrigger>
          <span className="faint small">{words.dropFile}</span>
        </DropZone>
        {isUnreadable && (
          <p className="notice bad" role="alert">
            {words.unreadableFile}
          </p>
        )}
      </ApiForm>
    </Dialog>
  );
}

const droppedFile = async (items: readonly DropItem[]): Promise<File | undefined> => {
  const file = items.find((item) => item.kind === 'file');
  return file?.getFile();
};
