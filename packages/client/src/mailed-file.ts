import { parseObject } from './bytes.ts';
import { NotTrusted } from './result.ts';

const LEASE_FILE_TYPE = 'latchkey-lease-file';
/** The version of lease files, and of the files of a device. */
export const VERSION = 1;
const MAX_LEASE_FILE = 64 * 1024;

/** What a lease file has, which nothing proves yet; throws `NotTrusted`. */
export function leaseFileIn(file: string): { readonly lease: string; readonly signedKeys: string } {
  if (file.length > MAX_LEASE_FILE) throw new NotTrusted('too_long');
  const { type, version, lease, signed_keys: signedKeys } = parseObject(fromMail(file)) ?? {};
  if (type !== LEASE_FILE_TYPE || version !== VERSION) throw new NotTrusted('wrong_type');
  if (typeof lease !== 'string' || typeof signedKeys !== 'string') throw new NotTrusted('malformed');
  return { lease, signedKeys };
}

/**
 * The JSON of a lease file that came by mail: without a byte order mark, the marks of a quotation, the wrapping of long lines, and what
 * was written before and after it. None of its texts contains a blank.
 */
function fromMail(file: string): string {
  const joined = file
    .split(/\r\n|[\r\n]/)
    .map((line) => line.replace(/^[>\s\ufeff]+/, '').replace(/=$/, ''))
    .join('')
    .replace(/[\s\u200b\u2060\ufeff]/g, '')
    .replace(/[\u201c-\u201f]/g, '"');
  return joined.slice(joined.indexOf('{'), joined.lastIndexOf('}') + 1);
}
