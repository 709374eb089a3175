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
