import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type Dispatch, type ReactNode, type SetStateAction, useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { OrderedList } from '../../ui/ordered-list.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Progress } from '../../ui/progress.tsx';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { Skeleton } from '../../ui/surfaces.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { uploadFile } from '../upload.ts';
import { useWords } from '../words/index.ts';

const MOST_FILES = 100;

export interface BenefitFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly isArchived: boolean;
  /** Null for a file that was added now. */
  readonly downloads: number | null;
}

interface FilesProps {
  readonly benefitId: string | undefined;
  /** Null until they are read. */
  readonly files: readonly BenefitFile[] | null;
  readonly archived: Readonly<Record<string, boolean>>;
  readonly onChange: Dispatch<SetStateAction<readonly BenefitFile[] | null>>;
}

/** The files of a benefit in the order in which customers see them. Uploads are stored at once, the list with the form. */
export function FilesInput({ benefitId, files, archived, onChange }: FilesProps): ReactNode {
  const { benefit: words } = useWords();
  const { bytes, number } = useFormats();
  const stored = useFiles(benefitId);
  useEffect(() => {
    if (files === null && stored) onChange(stored.map((file) => ({ ...file, isArchived: archived[file.id] === true })));
  });
  if (files === null) return <Skeleton height={72} />;
  const change = (id: string, isArchived: boolean): void =>
    onChange(files.map((file) => (file.id === id ? { ...file, isArchived } : file)));
  return (
    <fieldset className="group">
      <legend>{words.files}</legend>
      {files.length === 0 && <p className="faint">{words.noFiles}</p>}
      <OrderedList label={words.files} items={files} itemId={({ id }) => id} nameOf={({ name }) => name} onChange={onChange}>
        {({ id, name, size, isArchived, downloads }) => (
          <>
            <p>{name}</p>
            <p className="faint small">
              {bytes(size)}
              {downloads !== null && ` · ${words.downloads(number(downloads))}`}
            </p>
            <SwitchInput label={words.archivedFile(name)} isSelected={isArchived} onChange={(to) => change(id, to)} />
          </>
        )}
      </OrderedList>
      <Uploads count={files.length} onAdd={(added) => onChange((before) => [...(before ?? []), ...added])} />
    </fieldset>
  );
}

function useFiles(benefitId: string | undefined) {
  const list = useQuery({
    queryKey: ['benefits', 'files', benefitId],
    enabled: benefitId !== undefined,
    queryFn: async () => {
      const params = { path: { id: benefitId! }, query: { limit: MOST_FILES } };
      const { items } = await answer(api.GET('/v1/benefits/{id}/files', { params }));
      return items;
    },
  });
  return list.data?.map(({ id, name, size, downloads }) => ({ id, name, size, downloads }));
}

function Uploads({
  count,
  onAdd,
}: {
  readonly count: number;
  readonly onAdd: (files: readonly BenefitFile[]) => void;
}): ReactNode {
  const { benefit: words, product } = useWords();
  const { organization_id: organizationId } = useOrganization();
  const textOf = useProblemText();
  const mayUpload = useMay('files:write');
  const [progress, setProgress] = useState<number | null>(null);
  const upload = async (chosen: readonly File[]): Promise<void> => {
    const added: BenefitFile[] = [];
    try {
      for (const [index, file] of chosen.entries()) {
        const onProgress = (share: number): void => setProgress((index + share) / chosen.length);
        const { id } = await uploadFile({ file, service: 'downloadable', organizationId, onProgress });
        added.push({ id, name: file.name, size: file.size, isArchived: false, downloads: null });
      }
    } catch (error) {
      badToast(textOf(error));
    } finally {
      setProgress(null);
      if (added.length > 0) onAdd(added);
    }
  };
  if (!mayUpload) return null;
  return (
    <>
      {progress !== null && <Progress label={product.uploading} share={progress} />}
      <div className="row">
        <FileTrigger allowsMultiple onSelect={(chosen) => chosen && void upload([...chosen])}>
          <Button small icon={Upload} isPending={progress !== null} isDisabled={count >= MOST_FILES}>
            {words.addFiles}
          </Button>
        </FileTrigger>
      </div>
    </>
  );
}
