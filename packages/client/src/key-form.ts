/** Blanks, control and format characters (Unicode Z, Cc, Cf): listed, because not every runtime knows `\p{…}`. */
const INVISIBLE =
  '\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u1680\\u180e\\u2000-\\u200f' +
  '\\u2028-\\u202f\\u205f-\\u2064\\u2066-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb\\u{110bd}\\u{110cd}\\u{13430}-\\u{1343f}' +
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0001}\\u{e0020}-\\u{e007f}';
/** Unicode Pd, and the minus sign. */
const DASH =
  '\\u058a\\u05be\\u1400\\u1806\\u2010-\\u2015\\u2212\\u2e17\\u2e1a\\u2e3a\\u2e3b\\u2e40\\u2e5d\\u301c\\u3030\\u30a0\\ufe31\\ufe32' +
  '\\ufe58\\ufe63\\uff0d\\u{10d6e}\\u{10ead}';

const AROUND = new RegExp(`^[${INVISIBLE}]+|[${INVISIBLE}]+$`, 'gu');
const DASHES = new RegExp(`[${DASH}]`, 'gu');

/** A license key as it was meant by whoever pasted it: without what surrounds it, and with plain letters and hyphens. */
export const normalForm = (key: string): string => key.normalize('NFKC').replace(DASHES, '-').replace(AROUND, '');
