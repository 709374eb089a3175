import { AggregateRoot, fieldError, newId, ValidationFailed } from '#kernel';
import { ArtifactUploaded } from './release.events.ts';

/**
 * What an artifact is: an application that updaters install (`installer`), a package of npm, PyPI or Debian, an image of OCI (`oci`), what
 * differential updates need (`blockmap`), or what describes another artifact.
 */
export type ArtifactKind =
  'installer' | 'archive' | 'npm' | 'pypi' | 'deb' | 'oci' | 'blockmap' | 'sbom' | 'provenance' | 'signature';

/** The kinds that describe another artifact of their release. */
const DESCRIBING: readonly ArtifactKind[] = ['blockmap', 'sbom', 'provenance', 'signature'];

export type Platform = 'any' | 'windows' | 'macos' | 'linux' | 'android' | 'ios';
export type Architecture = 'any' | 'x64' | 'arm64' | 'x86' | 'arm' | 'universal';

export interface ArtifactState {
  readonly id: string;
  readonly organizationId: string;
  readonly releaseId: string;
  /** The artifact that this one describes; null if it is one by itself. */
  readonly describes: string | null;
  readonly fileId: string;
  readonly name: string;
  readonly mimeType: string;
  readonly platform: Platform;
  readonly architecture: Architecture;
  readonly kind: ArtifactKind;
  readonly size: number;
  /** Digests in hexadecimal digits. */
  readonly sha1: string;
  readonly sha256: string;
  readonly sha512: string;
  /** What the seller signed the file with: text that updaters verify. */
  readonly signature: string | null;
  /** What package managers want to know of a package, as the text of a JSON object: `package.json` of npm, for example. */
  readonly manifest: string | null;
  readonly createdAt: Date;
}

/** What is known of the bytes of a file. */
export interface FileFacts {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha1: string;
  readonly sha256: string;
  readonly sha512: string;
}

type Described = Pick<ArtifactState, 'platform' | 'architecture' | 'kind' | 'signature' | 'manifest' | 'describes'>;

/** `sha256` and `sha512` are what the seller expects; undefined if they are not checked. */
export type NewArtifact = Described &
  Pick<ArtifactState, 'organizationId' | 'releaseId'> & {
    readonly sha256?: string | undefined;
    readonly sha512?: string | undefined;
  };

/** A file of a release. It never changes. */
export class Artifact extends AggregateRoot<ArtifactState> {
  static create({ sha256, sha512, ...attributes }: NewArtifact, file: FileFacts, now: Date): Artifact {
    const { kind, describes, manifest } = attributes;
    ValidationFailed.throwIfAny([
      ...differs('sha256', sha256, file.sha256),
      ...differs('sha512', sha512, file.sha512),
      ...(manifest === null || isObjectText(manifest)
        ? []
        : [fieldError(['manifest'], 'The manifest is not the text of a JSON object.')]),
      ...(DESCRIBING.includes(kind) === (describes !== null)
        ? []
        : [
            fieldError(
              ['describes'],
              `Artifacts of the kinds ${DESCRIBING.join(', ')} describe another one, and no others do.`,
              describes,
            ),
          ]),
    ]);
    const { id: fileId, type: mimeType, ...facts } = file;
    const artifact = new Artifact({ ...attributes, ...facts, fileId, mimeType, id: newId('artifact'), createdAt: now });
    artifact.record(
      new ArtifactUploaded(attributes.organizationId, artifact.id, now, {
        release_id: attributes.releaseId,
        file_id: fileId,
        file_name: file.name,
        size: file.size,
        sha256: file.sha256,
      }),
    );
    return artifact;
  }

  get name(): string {
    return this.state.name;
  }

  get releaseId(): string {
    return this.state.releaseId;
  }

  get describes(): string | null {
    return this.state.describes;
  }
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const differs = (name: 'sha256' | 'sha512', expected: string | undefined, actual: string) =>
  expected === undefined || expected.toLowerCase() === actual
    ? []
    : [fieldError([name], 'The file has another digest.', expected)];
