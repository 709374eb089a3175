import { describeResource, type Infer, integer, list, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { ARCHITECTURES, ARTIFACT_KINDS, PLATFORMS } from './artifact.view.ts';
import { CHANNEL_NAMES, notes } from './release.view.ts';

/** The names of the domain, which queries do not import; what is read does not compile if it has others. */
const REASONS = [
  'updates_ended',
  'version_too_old',
  'version_too_new',
  'channel_not_included',
  'entitlement_missing',
  'license_not_valid',
] as const;

const DownloadView = object({ url: text(), expires_at: timestamp() }, 'CustomerReleaseDownload', {
  url: 'The URL at which the file can be downloaded. It needs no credentials, and supports `Range`.',
  expires_at: 'When the URL expires. A download that has begun goes on.',
});

const OwnArtifactView = object(
  {
    id: uuid4(),
    describes: nullable(uuid4()),
    name: text(),
    platform: oneOf(PLATFORMS),
    architecture: oneOf(ARCHITECTURES),
    kind: oneOf(ARTIFACT_KINDS),
    size: integer({ ge: 1 }),
    sha256: text(),
    sha512: text(),
    signature: nullable(text()),
    download: nullable(DownloadView),
  },
  'CustomerReleaseArtifact',
  {
    id: 'The ID of the artifact.',
    describes: 'The ID of the artifact that it describes, or `null`.',
    name: { text: 'The file name.', example: 'acme-studio-3.2.1.exe' },
    platform: 'The operating system that it is for.',
    architecture: 'The processors that it is for.',
    kind: 'What it is: an installer, an archive, a package, or what describes another artifact.',
    size: { text: 'The size in bytes.', example: 48213 },
    sha256: 'The SHA-256 digest in hexadecimal digits.',
    sha512: 'The SHA-512 digest in hexadecimal digits.',
    signature: 'What the seller signed the file with, or `null`.',
    download: 'Where to download the file; `null` if the license key does not include the release.',
  },
);

/** A release as a customer sees it who has a license key of its product. */
export const OwnReleaseView = object(
  {
    id: uuid4(),
    product_id: uuid4(),
    product_name: text(),
    version: text(),
    channel: oneOf(CHANNEL_NAMES),
    notes: notes(),
    published_at: timestamp(),
    withheld: nullable(oneOf(REASONS)),
    artifacts: list(OwnArtifactView),
  },
  'CustomerRelease',
  {
    ...describeResource('release'),
    product_id: 'The ID of the product that is released.',
    product_name: { text: 'The name of the product.', example: 'Acme Studio' },
    version: { text: 'The version.', example: '3.2.1' },
    channel: 'The channel.',
    notes: { text: 'What is new, in Markdown, by language.', example: { en: 'Exports PDF.', de: 'Exportiert PDF.' } },
    published_at: 'When it was published. Update periods of license keys are compared with it.',
    withheld:
      'Why the license key does not include the release, or `null` if it does: its update period ended before, its versions or channels do not include it, it lacks an entitlement, or it is not valid.',
    artifacts: 'The files of the release.',
  },
);
export type OwnReleaseView = Infer<typeof OwnReleaseView>;
