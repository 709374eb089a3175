import { fieldError, type FieldError } from '#kernel';

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
