import type { ReactNode } from 'react';
import { type DropItem, DropZone, FileTrigger, Text } from 'react-aria-components';
import { Button } from './button.tsx';

/** A file that is carried between a device without a network and the service. */
export interface CarriedFile {
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

interface CarriedFileWords {
  /** What to choose, or what was chosen. */
  readonly label: string;
  readonly choose: string;
  readonly drop: string;
  readonly unreadable: string;
}

/** Takes the file of a device, chosen or dropped. */
export function CarriedFileInput({
  file,
  words,
  onRead,
}: {
  readonly file: CarriedFile | null;
  readonly words: CarriedFileWords;
  readonly onRead: (file: CarriedFile) => void;
}): ReactNode {
  const read = async (given: File | undefined): Promise<void> => {
    if (!given) return;
    const text = (await given.text()).trim();
    onRead({ name: given.name, text, kind: kindOf(text) });
  };
  return (
    <>
      <DropZone className="drop" onDrop={({ items }) => void droppedFile(items).then(read)}>
        <Text slot="label">{words.label}</Text>
        <FileTrigger onSelect={(files) => void read(files?.[0])}>
          <Button>{words.choose}</Button>
        </FileTrigger>
        <span className="faint small">{words.drop}</span>
      </DropZone>
      {file && file.kind === null && (
        <p className="notice bad" role="alert">
          {words.unreadable}
        </p>
      )}
    </>
  );
}

const droppedFile = async (items: readonly DropItem[]): Promise<File | undefined> => {
  const file = items.find((item) => item.kind === 'file');
  return file?.getFile();
};
