import { ValidationFailed, type FieldError } from '#kernel';
import type { Content, PartContent } from './media-store.ts';
import { looksLike } from './media-type.ts';
import { type PlannedPart, sizeOf } from './upload-plan.ts';

/** What its sender says of a part that has arrived. */
export interface ClaimedPart {
  readonly number: number;
  readonly checksumEtag: string;
  readonly checksumSha256Base64: string | null;
}

interface Announced {
  readonly mimeType: string;
  readonly size: number;
  readonly checksumSha256: string | null;
}

const invalid = (at: FieldError['at'], message: string, input?: unknown): FieldError => ({
  at,
  message,
  type: 'value_error',
  input,
});

/** How the bytes of a part, or of a file, are named: their SHA-256 in hexadecimal. */
export const etagOf = ({ sha256 }: { readonly sha256: string }): string => `"${sha256}"`;

const bare = (etag: string): string => etag.trim().replace(/^"(.*)"$/, '$1');
const hex = (base64: string): string =>
  [...atob(base64)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');

/** Refuses bytes that are not those that were announced for the part. */
export function assertPart(planned: PlannedPart, { size, sha256 }: PartContent): void {
  const expected = sizeOf(planned);
  if (size !== expected) throw ValidationFailed.at([], `The part must have ${expected} bytes.`);
  const { checksumSha256Base64: checksum } = planned;
  if (checksum !== null && hex(checksum) !== sha256)
    throw ValidationFailed.at([], 'The part does not have the announced checksum.');
}

/** A file whose parts are said to have arrived. */
export class Upload {
  constructor(
    private readonly announced: Announced,
    private readonly claimed: readonly ClaimedPart[],
  ) {}

  get numbers(): number[] {
    return this.claimed.map(({ number }) => number);
  }

  /** Refuses parts that are not what their sender says. */
  assertParts({ parts }: Content): void {
    const problems = this.claimed.flatMap((claim, index) => problemsOfClaim(claim, index, parts));
    if (problems.length > 0) throw new ValidationFailed(problems);
  }

  /** Refuses a file that is not what was announced. */
  assertComplete({ size, sha256, head }: Content): void {
    const { mimeType, size: expected, checksumSha256: checksum } = this.announced;
    const problems = [
      ...(size === expected ? [] : [invalid(['parts'], `The file must have ${expected} bytes.`)]),
      ...(checksum === null || hex(checksum) === sha256
        ? []
        : [invalid(['parts'], 'The file does not have the announced checksum.')]),
      ...(looksLike(mimeType, head) ? [] : [invalid(['parts'], `The file is not of the type ${mimeType}.`)]),
    ];
    if (problems.length > 0) throw new ValidationFailed(problems);
  }
}

function problemsOfClaim(claim: ClaimedPart, index: number, parts: readonly PartContent[]): FieldError[] {
  const found = parts.find(({ number }) => number === claim.number);
  if (!found) return [invalid(['parts', index, 'number'], 'The part was not uploaded.', claim.number)];
  const { checksumEtag: etag, checksumSha256Base64: checksum } = claim;
  return [
    ...(bare(etag) === found.sha256
      ? []
      : [invalid(['parts', index, 'checksumEtag'], 'The part that was uploaded is another one.', etag)]),
    ...(checksum === null || checksum === base64(found.sha256)
      ? []
      : [invalid(['parts', index, 'checksumSha256Base64'], 'The part that was uploaded is another one.', checksum)]),
  ];
}

/** The opposite of `hex`. */
export const base64 = (digest: string): string =>
  btoa(String.fromCharCode(...(digest.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))));
