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

export const isMediaType = (type: string): boolean => Object.hasOwn(SIGNATURES, type);

/** True if the first bytes of a file match the type. */
export const looksLike = (type: string, head: Uint8Array): boolean => SIGNATURES[type]?.(head) ?? false;
