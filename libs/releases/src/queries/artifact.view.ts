import { describeResource, type Infer, integer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

/** The names of the domain, which queries do not import; what is read does not compile if it has others. */
export const ARTIFACT_KINDS = [
  'installer',
  'archive',
  'npm',
  'pypi',
  'deb',
  'oci',
  'blockmap',
  'sbom',
  'provenance',
  'signature',
] as const;
export const PLATFORMS = ['any', 'windows', 'macos', 'linux', 'android', 'ios'] as const;
export const ARCHITECTURES = ['any', 'x64', 'arm64', 'x86', 'arm', 'universal'] as const;

export const ArtifactView = object(
  {
    created_at: timestamp(),
    id: uuid4(),
    organization_id: uuid4(),
    release_id: uuid4(),
    describes: nullable(uuid4()),
    file_id: uuid4(),
    name: text(),
    mime_type: text(),
    platform: oneOf(PLATFORMS),
    architecture: oneOf(ARCHITECTURES),
    kind: oneOf(ARTIFACT_KINDS),
    size: integer({ ge: 1 }),
    sha256: text(),
    sha512: text(),
    signature: nullable(text()),
    manifest: nullable(text()),
  },
  'ReleaseArtifact',
  {
    ...describeResource('artifact'),
    release_id: 'The ID of its release.',
    describes:
      'The ID of the artifact that it describes, or `null`. Only SBOMs, provenance, signatures and block maps describe another one.',
    file_id: 'The ID of the uploaded file.',
    name: { text: 'The file name, which a release has once.', example: 'acme-studio-3.2.1.exe' },
    mime_type: { text: 'The MIME type of the file.', example: 'application/octet-stream' },
    platform: 'The operating system that it is for.',
    architecture: 'The processors that it is for.',
    kind: 'What it is: an installer, an archive, a package, or what describes another artifact.',
    size: { text: 'The size in bytes.', example: 48213 },
    sha256: 'The SHA-256 digest in hexadecimal digits.',
    sha512: 'The SHA-512 digest in hexadecimal digits.',
    signature: 'What the seller signed the file with, or `null`. The service only keeps it.',
    manifest: 'What package managers want to know, as the text of a JSON object, or `null`.',
  },
);
export type ArtifactView = Infer<typeof ArtifactView>;
