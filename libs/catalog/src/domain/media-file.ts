import { AggregateRoot, ValidationFailed, newId, type FieldError, ResourceNotFound } from '#kernel';
import { FILE_NAME, isFileName } from './file-name.ts';
import type { Content } from './media-store.ts';
import { isMediaType } from './media-type.ts';
import { base64, type ClaimedPart, etagOf, Upload } from './upload.ts';
import { isChecksum, type PlannedPart, problemsOfPlan } from './upload-plan.ts';

const MIB = 1024 * 1024;

/** What files are for, and how many bytes they may have then. */
const LARGEST = { product_media: 10 * MIB, organization_avatar: MIB } as const;
export type FilePurpose = keyof typeof LARGEST;

export interface NewMediaFile {
  readonly organizationId: string;
  readonly service: FilePurpose;
  readonly name: string;
  readonly version: string | null;
  readonly mimeType: string;
  readonly size: number;
  /** SHA-256 of the whole file, in base64; null where its sender does not say. */
  readonly checksumSha256: string | null;
  readonly parts: readonly PlannedPart[];
}

/** What is undefined stays as it is. */
export interface MediaFileChanges {
  readonly name?: string;
  readonly version?: string;
}

/** Said once all parts were sent: which upload, where to, and what was sent. */
export interface UploadClaim {
  readonly id: string;
  readonly path: string;
  readonly parts: readonly ClaimedPart[];
}

/** A file of a seller that everyone may see. It is announced, sent in parts, and there once it turned out to be what was announced. */
export class MediaFile extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly service: FilePurpose;
  readonly name: string;
  readonly version: string | null;
  /** Where it is found; stays when the name changes. */
  readonly path: string;
  readonly mimeType: string;
  readonly size: number;
  readonly checksumSha256: string | null;
  readonly checksumEtag: string | null;
  readonly parts: readonly PlannedPart[];
  readonly uploadedAt: Date | null;
  readonly deletedAt: Date | null;

  constructor(birth: NewMediaFile) {
    super();
    this.id = newId();
    this.organizationId = birth.organizationId;
    this.service = birth.service;
    this.name = birth.name;
    this.version = birth.version;
    this.path = `${birth.service}/${birth.organizationId}/${this.id}/${birth.name}`;
    this.mimeType = birth.mimeType;
    this.size = birth.size;
    this.checksumSha256 = birth.checksumSha256;
    this.checksumEtag = null;
    this.parts = birth.parts;
    this.uploadedAt = null;
    this.deletedAt = null;
  }

  static create(birth: NewMediaFile): MediaFile {
    const problems = [...problemsOfName(birth.name), ...problemsOfContent(birth), ...problemsOfPlan(birth.parts, birth.size)];
    if (problems.length > 0) throw new ValidationFailed(problems);
    return new MediaFile(birth);
  }

  update({ name = this.name, version = this.version ?? undefined }: MediaFileChanges): void {
    const problems = problemsOfName(name);
    if (problems.length > 0) throw new ValidationFailed(problems);
    Object.assign(this, { name, version: version ?? null });
  }

  /** The part with this number, while it can be sent. */
  awaited(number: number): PlannedPart {
    const part = this.parts.find((each) => each.number === number);
    if (!part || this.uploadedAt) throw new ResourceNotFound();
    return part;
  }

  /** What has to be looked at before the file is there; null where it is there already. */
  uploadOf({ id, path, parts }: UploadClaim): Upload | null {
    const problems = [
      ...(id === this.id ? [] : [problem(['id'], 'This is not the upload of the file.', id)]),
      ...(path === this.path ? [] : [problem(['path'], 'This is not the path of the file.', path)]),
      ...(String(parts.map(({ number }) => number)) === String(this.parts.map(({ number }) => number))
        ? []
        : [problem(['parts'], `The parts 1 to ${this.parts.length} are expected, in order.`)]),
    ];
    if (problems.length > 0) throw new ValidationFailed(problems);
    return this.uploadedAt ? null : new Upload(this, parts);
  }

  /** `content` is what the upload was found to hold. Of two at once the first one counts. */
  complete(content: Content, at: Date): void {
    if (this.uploadedAt) return;
    Object.assign(this, { checksumSha256: base64(content.sha256), checksumEtag: etagOf(content), uploadedAt: at });
  }

  delete(at: Date): void {
    Object.assign(this, { deletedAt: at });
  }
}

const problem = (at: FieldError['at'], message: string, input?: unknown): FieldError => ({
  at,
  message,
  type: 'value_error',
  input,
});

const problemsOfName = (name: string): FieldError[] =>
  isFileName(name)
    ? []
    : [problem(['name'], `A name has 1 to ${FILE_NAME.max} characters, none of them a slash or a control character.`, name)];

function problemsOfContent({ service, mimeType, size, checksumSha256 }: NewMediaFile): FieldError[] {
  const largest = LARGEST[service];
  return [
    ...(isMediaType(mimeType) ? [] : [problem(['mimeType'], 'Files of this type are not taken.', mimeType)]),
    ...(size > 0 && size <= largest ? [] : [problem(['size'], `A file has 1 to ${largest} bytes.`, size)]),
    ...(isChecksum(checksumSha256)
      ? []
      : [problem(['checksumSha256Base64'], 'A checksum is SHA-256 in base64.', checksumSha256)]),
  ];
}
