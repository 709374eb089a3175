import { AggregateRoot, fieldError, ValidationFailed, newId, type FieldError, ResourceNotFound } from '#kernel';
import type { Content } from './media-store.ts';
import { mayBeOfType, base64, type ClaimedPart, etagOf, Upload, isChecksum, type PlannedPart, errorsOfPlan } from './upload.ts';

/** File names become the last segment of URLs, so they contain no path separators. The pattern is part of the OpenAPI document. */
export const FILE_NAME = {
  max: 255,
  // oxlint-disable-next-line no-control-regex
  pattern: /^(?!\.{1,2}$)[^/\\\u0000-\u001f\u007f]*$/,
} as const;

const isFileName = (name: string): boolean => name !== '' && [...name].length <= FILE_NAME.max && FILE_NAME.pattern.test(name);

const MIB = 1024 * 1024;

/** Maximum size in bytes, by purpose. */
const LARGEST = { product_media: 10 * MIB, organization_avatar: MIB, downloadable: 2048 * MIB - 1 } as const;
export type FilePurpose = keyof typeof LARGEST;

export interface NewMediaFile {
  readonly organizationId: string;
  readonly service: FilePurpose;
  readonly name: string;
  readonly version: string | null;
  readonly mimeType: string;
  readonly size: number;
  /** Base64 SHA-256 of the whole file; null if the client does not send one. */
  readonly checksumSha256: string | null;
  readonly parts: readonly PlannedPart[];
}

/** `undefined` leaves a value unchanged. */
export interface MediaFileChanges {
  readonly name?: string;
  readonly version?: string;
}

/** The client's description of a finished upload. */
export interface UploadClaim {
  readonly id: string;
  readonly path: string;
  readonly parts: readonly ClaimedPart[];
}

export interface MediaFileState {
  readonly id: string;
  readonly organizationId: string;
  readonly service: FilePurpose;
  name: string;
  version: string | null;
  /** Storage path. It keeps the original name when the name changes. */
  readonly path: string;
  readonly mimeType: string;
  readonly size: number;
  checksumSha256: string | null;
  checksumEtag: string | null;
  readonly parts: readonly PlannedPart[];
  uploadedAt: Date | null;
  deletedAt: Date | null;
}

/**
 * A file of a seller: a public picture, or something that customers download. It is created first, then uploaded in parts, and complete once
 * the content has been verified.
 */
export class MediaFile extends AggregateRoot<MediaFileState> {
  static create(attributes: NewMediaFile): MediaFile {
    const { name, parts, size } = attributes;
    ValidationFailed.throwIfAny([...errorsOfName(name), ...errorsOfContent(attributes), ...errorsOfPlan(parts, size)]);
    const id = newId('file');
    return new MediaFile({
      ...attributes,
      id,
      path: `${attributes.service}/${attributes.organizationId}/${id}/${name}`,
      checksumEtag: null,
      uploadedAt: null,
      deletedAt: null,
    });
  }

  update({ name = this.state.name, version = this.state.version ?? undefined }: MediaFileChanges): void {
    ValidationFailed.throwIfAny(errorsOfName(name));
    this.state.name = name;
    this.state.version = version ?? null;
  }

  /** The part with this number. Throws `ResourceNotFound` once the file is complete. */
  expectedPart(number: number): PlannedPart {
    const part = this.state.parts.find((each) => each.number === number);
    if (!part || this.state.uploadedAt) throw new ResourceNotFound();
    return part;
  }

  /** The upload to verify before completion; null if the file is already complete. */
  uploadOf({ id, path, parts }: UploadClaim): Upload | null {
    ValidationFailed.throwIfAny([
      ...(id === this.state.id ? [] : [fieldError(['id'], 'This is not the upload of the file.', id)]),
      ...(path === this.state.path ? [] : [fieldError(['path'], 'This is not the path of the file.', path)]),
      ...(String(parts.map(({ number }) => number)) === String(this.state.parts.map(({ number }) => number))
        ? []
        : [fieldError(['parts'], `The parts 1 to ${this.state.parts.length} are expected, in order.`)]),
    ]);
    return this.state.uploadedAt ? null : new Upload(this.state, parts);
  }

  /** `content` describes the uploaded bytes. Ignored if the file is already complete. */
  complete(content: Content, now: Date): void {
    if (this.state.uploadedAt) return;
    this.state.checksumSha256 = base64(content.sha256);
    this.state.checksumEtag = etagOf(content);
    this.state.uploadedAt = now;
  }

  delete(now: Date): void {
    this.state.deletedAt = now;
  }
}

const errorsOfName = (name: string): FieldError[] =>
  isFileName(name)
    ? []
    : [fieldError(['name'], `A name has 1 to ${FILE_NAME.max} characters, none of them a slash or a control character.`, name)];

function errorsOfContent({ service, mimeType, size, checksumSha256 }: NewMediaFile): FieldError[] {
  const largest = LARGEST[service];
  return [
    ...(mayBeOfType(service, mimeType) ? [] : [fieldError(['mimeType'], 'Files of this type are not taken.', mimeType)]),
    ...(size > 0 && size <= largest ? [] : [fieldError(['size'], `A file has 1 to ${largest} bytes.`, size)]),
    ...(isChecksum(checksumSha256)
      ? []
      : [fieldError(['checksumSha256Base64'], 'A checksum is SHA-256 in base64.', checksumSha256)]),
  ];
}
