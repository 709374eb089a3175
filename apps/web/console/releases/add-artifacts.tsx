import '../form-fields.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { artifactsByName, type NamedArtifact } from '../../../../libs/support/src/artifacts/artifacts-by-name.ts';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { Progress } from '../../ui/progress.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { choicesOf } from '../form-fields.tsx';
import { uploadFile } from '../upload.ts';
import type { Artifact } from './filters.ts';
import { useReleaseWords } from './words.ts';

/** Says what chosen files are, then uploads them one after the other. What was added before one failed stays. */
export function AddArtifactsDialog({
  releaseId,
  known,
  files,
  onClose,
}: {
  readonly releaseId: string;
  /** The artifacts that the release has. */
  readonly known: readonly Artifact[];
  readonly files: readonly File[];
  readonly onClose: () => void;
}): ReactNode {
  const words = useReleaseWords();
  const { bytes, number } = useFormats();
  const { organization_id: organizationId } = useOrganization();
  const queries = useQueryClient();
  const subjects = known.filter(({ describes }) => describes === null).map(({ name }) => name);
  const names = files.map(({ name }) => name);
  const [{ artifacts: found, undescribed }] = useState(() => artifactsByName(names, subjects));
  const [artifacts, setArtifacts] = useState(found);
  const [progress, setProgress] = useState<number | null>(null);
  const fileOf = (name: string): File => files.find((file) => file.name === name)!;
  const change = (name: string, changes: Partial<NamedArtifact>): void =>
    setArtifacts(artifacts.map((each) => (each.name === name ? { ...each, ...changes } : each)));

  const add = async (): Promise<void> => {
    const ids = new Map(known.map(({ id, name }) => [name, id]));
    const isAdded = (name: string): boolean => ids.has(name);
    try {
      for (const [index, { name, describes, signature, platform, architecture, kind }] of artifacts.entries()) {
        if (isAdded(name)) continue;
        const onProgress = (share: number): void => setProgress((index + share) / artifacts.length);
        const { id: file_id } = await uploadFile({ file: fileOf(name), service: 'downloadable', organizationId, onProgress });
        const body = {
          release_id: releaseId,
          file_id,
          platform,
          architecture,
          kind,
          describes: describes === undefined ? null : ids.get(describes)!,
          signature: signature === undefined ? null : (await fileOf(signature).text()).trim(),
        };
        ids.set(name, (await answer(api.POST('/v1/artifacts/', { body }))).id);
      }
    } finally {
      setProgress(null);
      await queries.invalidateQueries({ queryKey: ['releases'] });
    }
    onClose();
    toast(words.added(number(artifacts.length)));
  };
  return (
    <Dialog wide title={words.addTitle} isOpen onClose={onClose}>
      <p className="soft">{artifacts.length === 0 ? words.nothingToAdd : words.addText}</p>
      {undescribed.map((name) => (
        <p key={name} className="notice warn">
          {words.undescribed(name)}
        </p>
      ))}
      <ApiForm submitLabel={words.upload} submit={{ isDisabled: artifacts.length === 0 }} onSubmit={add} onCancel={onClose}>
        {artifacts.map(({ name, platform, architecture, kind, describes, signature }) => (
          <fieldset key={name} className="group">
            <legend>{name}</legend>
            <p className="faint small">
              {words.kinds[kind]}, {bytes(fileOf(name).size)}
              {describes === undefined && `, ${signature === undefined ? words.unsigned : words.signed}`}
            </p>
            {describes === undefined && (
              <div className="row">
                <SelectInput
                  label={words.platform}
                  value={platform}
                  choices={choicesOf(words.platforms)}
                  onChange={(chosen) => change(name, { platform: chosen })}
                />
                <SelectInput
                  label={words.architecture}
                  value={architecture}
                  choices={choicesOf(words.architectures)}
                  onChange={(chosen) => change(name, { architecture: chosen })}
                />
              </div>
            )}
          </fieldset>
        ))}
        {progress !== null && <Progress label={words.uploading} share={progress} />}
      </ApiForm>
    </Dialog>
  );
}
