import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2, Upload } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { answer } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { CopyButton } from '../../ui/secret.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import type { Artifact, Release } from './filters.ts';
import { useReleaseWords } from './words.ts';

const AddArtifactsDialog = lazy(async () => ({ default: (await import('./add-artifacts.tsx')).AddArtifactsDialog }));

const MOST = 100;

/** The files of a release, each with what describes it. */
export function ReleaseArtifacts({ release }: { readonly release: Release }): ReactNode {
  const words = useReleaseWords();
  const mayWrite = useMay('releases:write');
  const mayUpload = useMay('files:write');
  const [chosen, setChosen] = useState<readonly File[] | null>(null);
  const list = useQuery({
    queryKey: ['releases', 'artifacts', release.id],
    queryFn: () => answer(api.GET('/v1/artifacts/', { params: { query: { release_id: release.id, limit: MOST } } })),
  });
  const isDraft = release.status === 'draft';
  return (
    <Loaded of={list} waiting={<SkeletonCards count={1} height={240} />}>
      {({ items }) => (
        <Card
          flush
          title={words.artifacts}
          end={
            isDraft &&
            mayWrite &&
            mayUpload && (
              <FileTrigger allowsMultiple onSelect={(files) => files && setChosen([...files])}>
                <Button small icon={Upload} isDisabled={items.length >= MOST}>
                  {words.addFiles}
                </Button>
              </FileTrigger>
            )
          }
        >
          {items.length === 0 ? (
            <p className="card-body faint">{words.noArtifacts}</p>
          ) : (
            <ArtifactTable artifacts={items} isChangeable={isDraft && mayWrite} />
          )}
          {chosen && (
            <Suspense>
              <AddArtifactsDialog releaseId={release.id} known={items} files={chosen} onClose={() => setChosen(null)} />
            </Suspense>
          )}
        </Card>
      )}
    </Loaded>
  );
}

function ArtifactTable({
  artifacts,
  isChangeable,
}: {
  readonly artifacts: readonly Artifact[];
  readonly isChangeable: boolean;
}): ReactNode {
  const words = useReleaseWords();
  const { actions } = useUiWords();
  const { bytes } = useFormats();
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Artifact | null>(null);
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/artifacts/{id}', { params: { path: { id: leaving!.id } } }));
    await queries.invalidateQueries({ queryKey: ['releases'] });
    toast(words.removed);
  };
  const columns: readonly Column<Artifact>[] = [
    {
      id: 'file',
      title: words.file,
      cell: (artifact) => (
        <div>
          <p>{artifact.name}</p>
          <p className="faint small">{words.kinds[artifact.kind]}</p>
          {artifacts
            .filter(({ describes }) => describes === artifact.id)
            .map(({ id, name, kind, size }) => (
              <p key={id} className="faint small">
                {words.describedBy(words.kinds[kind])} {name}, {bytes(size)}
              </p>
            ))}
        </div>
      ),
    },
    {
      id: 'platform',
      title: words.platform,
      cell: ({ platform, architecture }) => (
        <div>
          <p>{words.platforms[platform]}</p>
          <p className="faint small">{words.architectures[architecture]}</p>
        </div>
      ),
    },
    { id: 'size', title: words.size, isNumber: true, cell: ({ size }) => bytes(size) },
    {
      id: 'digest',
      title: words.digest,
      cell: ({ name, sha256, signature }) => (
        <div>
          <span className="copied">
            <code>{sha256.slice(0, 12)}…</code>
            <CopyButton small text={sha256} what={words.digestOf(name)} />
          </span>
          <p className="faint small">{signature === null ? words.unsigned : words.signed}</p>
        </div>
      ),
    },
    ...(isChangeable
      ? [
          {
            id: 'actions',
            title: actions,
            isTitleHidden: true,
            cell: (artifact: Artifact) => (
              <Button small look="quiet-danger" icon={Trash2} onPress={() => setLeaving(artifact)}>
                {words.remove}
                <span className="visually-hidden"> {artifact.name}</span>
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <Table
        label={words.artifacts}
        columns={columns}
        rows={artifacts.filter(({ describes }) => describes === null)}
        rowId={({ id }) => id}
      />
      <ConfirmDialog
        title={words.removeTitle(leaving?.name ?? '')}
        text={words.removeText}
        confirm={words.remove}
        isDestructive
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={remove}
      />
    </>
  );
}
