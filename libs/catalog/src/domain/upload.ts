import { fieldError, ValidationFailed, type FieldError } from '#kernel';
import type { Content, PartContent } from './media-store.ts';
import { looksLike } from './media-type.ts';
import { type PlannedPart, sizeOf } from './upload-plan.ts';

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
