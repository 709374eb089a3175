import { fieldError, ValidationFailed, type FieldError } from '#kernel';
import type { Content, PartContent } from './media-store.ts';

/** A range of the file that is uploaded by one request; `chunkEnd` is exclusive. */
export interface PlannedPart {
  readonly number: number;
  readonly chunkStart: number;
  readonly chunkEnd: number;
  readonly checksumSha256Base64: string | null;
}

const MAX_PARTS = 10_000;
const MAX_PART_SIZE = 10 * 1024 * 1024;
const CHECKSUM = /^[A-Za-z0-9+/]{43}=$/;

export const isChecksum = (text: string | null): boolean => text === null || CHECKSUM.test(text);

export const sizeOf = ({ chunkStart, chunkEnd }: PlannedPart): number => chunkEnd - chunkStart;

const partError = (at: FieldError['path'], message: string, input: unknown): FieldError =>
  fieldError(['upload', 'parts', ...at], message, input);

/** Parts are numbered from 1, contiguous, and cover the whole file. */
export function errorsOfPlan(parts: readonly PlannedPart[], size: number): FieldError[] {
  if (parts.length === 0 || parts.length > MAX_PARTS) return [partError([], `A file has 1 to ${MAX_PARTS} parts.`, parts.length)];
  const errors = parts.flatMap((part, index) => errorsOfPart(part, index, parts[index - 1]?.chunkEnd ?? 0));
  const end = parts.at(-1)!.chunkEnd;
  if (errors.length === 0 && end !== size) {
    errors.push(partError([parts.length - 1, 'chunkEnd'], 'The last part must end where the file ends.', end));
  }
  return errors;
}

function errorsOfPart(part: PlannedPart, index: number, start: number): FieldError[] {
  const { number, chunkStart, chunkEnd, checksumSha256Base64: checksum } = part;
  const size = sizeOf(part);
  return [
    ...(number === index + 1 ? [] : [partError([index, 'number'], 'Parts must be numbered from 1, in order.', number)]),
    ...(chunkStart === start
      ? []
      : [partError([index, 'chunkStart'], 'A part must begin where the one before it ends.', chunkStart)]),
    ...(size > 0 && size <= MAX_PART_SIZE
      ? []
      : [partError([index, 'chunkEnd'], `A part has 1 to ${MAX_PART_SIZE} bytes.`, chunkEnd)]),
    ...(isChecksum(checksum) ? [] : [partError([index, 'checksumSha256Base64'], 'A checksum is SHA-256 in base64.', checksum)]),
  ];
}

type Signature = (head: Uint8Array) => boolean;

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

const begins =
  (bytes: readonly number[], offset = 0): Signature =>
  (head) =>
    bytes.every((byte, index) => head[offset + index] === byte);

const PROLOGUE = /^\uFEFF?\s*<(\?xml|!--|!doctype svg|svg)[\s>?-]/i;

/** XML whose head contains the root element `svg`, after an optional prologue. */
const svg: Signature = (head) => {
  const text = new TextDecoder().decode(head);
  return PROLOGUE.test(text) && /<svg[\s>]/i.test(text);
};

/** Signatures of the supported image types, by media type. */
const SIGNATURES: Readonly<Record<string, Signature>> = {
  'image/jpeg': begins([0xff, 0xd8, 0xff]),
  'image/png': begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/gif': (head) => begins(ascii('GIF87a'))(head) || begins(ascii('GIF89a'))(head),
  'image/webp': (head) => begins(ascii('RIFF'))(head) && begins(ascii('WEBP'), 8)(head),
  'image/svg+xml': svg,
};

/** What files are for. Files to download have any type, all others are pictures. */
type Service = 'product_media' | 'organization_avatar' | 'downloadable';

const TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;

/** True if a file for this purpose may have the type. */
export const mayBeOfType = (service: Service, type: string): boolean =>
  service === 'downloadable' ? TYPE.test(type) : Object.hasOwn(SIGNATURES, type);

/** True if the first bytes of a file match the type. Those of files to download are not checked: nothing displays them. */
export const looksLike = (service: Service, type: string, head: Uint8Array): boolean =>
  service === 'downloadable' || (SIGNATURES[type]?.(head) ?? false);

/** The client's description of an uploaded part. */
export interface ClaimedPart {
  readonly number: number;
  readonly checksumEtag: string;
  readonly checksumSha256Base64: string | null;
}

interface DeclaredContent {
  readonly service: 'product_media' | 'organization_avatar' | 'downloadable';
  readonly mimeType: string;
  readonly size: number;
  readonly checksumSha256: string | null;
}

/** The ETag of a part or file: its SHA-256 in hexadecimal. */
export const etagOf = ({ sha256 }: { readonly sha256: string }): string => `"${sha256}"`;

const unquoted = (etag: string): string => etag.trim().replace(/^"(.*)"$/, '$1');
const hex = (base64: string): string =>
  [...atob(base64)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');

/** Throws if the bytes do not match the announced size and checksum of the part. */
export function assertPart(planned: PlannedPart, { size, sha256 }: PartContent): void {
  const expected = sizeOf(planned);
  if (size !== expected) throw ValidationFailed.at([], `The part must have ${expected} bytes.`);
  const { checksumSha256Base64: checksum } = planned;
  if (checksum !== null && hex(checksum) !== sha256)
    throw ValidationFailed.at([], 'The part does not have the announced checksum.');
}

/** An upload that the client has finished, to be verified. */
export class Upload {
  constructor(
    private readonly declared: DeclaredContent,
    private readonly claimed: readonly ClaimedPart[],
  ) {}

  get numbers(): number[] {
    return this.claimed.map(({ number }) => number);
  }

  /** Throws if the stored parts differ from the client's description. */
  assertParts({ parts }: Content): void {
    ValidationFailed.throwIfAny(this.claimed.flatMap((claim, index) => errorsOfClaim(claim, index, parts)));
  }

  /** Throws if the assembled file differs from what was announced. */
  assertComplete({ size, sha256, head }: Content): void {
    const { service, mimeType, size: expected, checksumSha256: checksum } = this.declared;
    ValidationFailed.throwIfAny([
      ...(size === expected ? [] : [fieldError(['parts'], `The file must have ${expected} bytes.`)]),
      ...(checksum === null || hex(checksum) === sha256
        ? []
        : [fieldError(['parts'], 'The file does not have the announced checksum.')]),
      ...(looksLike(service, mimeType, head) ? [] : [fieldError(['parts'], `The file is not of the type ${mimeType}.`)]),
    ]);
  }
}

function errorsOfClaim(claim: ClaimedPart, index: number, parts: readonly PartContent[]): FieldError[] {
  const found = parts.find(({ number }) => number === claim.number);
  if (!found) return [fieldError(['parts', index, 'number'], 'The part was not uploaded.', claim.number)];
  const { checksumEtag: etag, checksumSha256Base64: checksum } = claim;
  return [
    ...(unquoted(etag) === found.sha256
      ? []
      : [fieldError(['parts', index, 'checksumEtag'], 'The part that was uploaded is another one.', etag)]),
    ...(checksum === null || checksum === base64(found.sha256)
      ? []
      : [fieldError(['parts', index, 'checksumSha256Base64'], 'The part that was uploaded is another one.', checksum)]),
  ];
}

/** Converts hexadecimal to base64; the inverse of `hex`. */
export const base64 = (digest: string): string =>
  btoa(String.fromCharCode(...(digest.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))));
