import './releases.css';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/languages.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/secret.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { Release, ReleaseFile } from './keys-with-releases.ts';
import { byPlatform, ownPlatform } from './platform.ts';
import { useReleaseWords } from './words.ts';

/** What updaters need, and nobody downloads. */
const isForPeople = ({ kind }: ReleaseFile): boolean => kind !== 'blockmap';

/** The files of a release by platform, with their checksums and with what describes them. */
export function ReleaseFiles({
  release,
  isNewest = false,
}: {
  readonly release: Release;
  readonly isNewest?: boolean;
}): ReactNode {
  const words = useReleaseWords();
  const own = ownPlatform();
  const files = release.artifacts.filter(({ describes }) => describes === null);
  return (
    <>
      {byPlatform(files, own).map(({ platform, files: some }) => (
        <section key={platform} className="platform">
          <h4>{platform === own ? words.thisPlatform(words.platforms[platform]) : words.platforms[platform]}</h4>
          <FileTable
            label={`${release.version}: ${words.platforms[platform]}`}
            files={some}
            others={release.artifacts}
            isPrimary={isNewest && platform === own}
          />
        </section>
      ))}
    </>
  );
}

function FileTable({
  label,
  files,
  others,
  isPrimary,
}: {
  readonly label: string;
  readonly files: readonly ReleaseFile[];
  readonly others: readonly ReleaseFile[];
  readonly isPrimary: boolean;
}): ReactNode {
  const words = useReleaseWords();
  const { bytes } = useFormats();
  const columns: readonly Column<ReleaseFile>[] = [
    {
      id: 'file',
      title: words.file,
      cell: ({ id, name, architecture }) => (
        <div>
          <p className="file-name" dir="ltr">
            {name}
          </p>
          {architecture !== 'any' && <p className="faint small">{words.architectures[architecture]}</p>}
          {others
            .filter((each) => each.describes === id && isForPeople(each))
            .map(({ id: describing, kind, download }) => (
              <p key={describing} className="small">
                {download && (
                  <a href={download.url} download>
                    {words.describing[kind]}
                    <span className="visually-hidden"> {name}</span>
                  </a>
                )}
              </p>
            ))}
        </div>
      ),
    },
    { id: 'size', title: words.size, isNumber: true, cell: ({ size }) => bytes(size) },
    {
      id: 'checksum',
      title: words.checksum,
      cell: ({ name, sha256 }) => (
        <span className="checksum">
          <code>{sha256.slice(0, 12)}…</code>
          <CopyButton small text={sha256} what={words.checksumOf(name)} />
        </span>
      ),
    },
    {
      id: 'download',
      title: words.download,
      isTitleHidden: true,
      cell: ({ name, download }) =>
        download && (
          <div className="row end">
            <ButtonLink small look={isPrimary ? 'primary' : 'secondary'} href={download.url} icon={Download} download={name}>
              {words.download} <span className="visually-hidden">{name}</span>
            </ButtonLink>
          </div>
        ),
    },
  ];
  return <Table label={label} columns={columns} rows={files} rowId={({ id }) => id} />;
}
