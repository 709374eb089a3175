/** Blanks, control and format characters (Unicode Z, Cc, Cf): listed, because not every runtime knows `\p{…}`. */
const UNSEEN =
  '\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u1680\\u180e\\u2000-\\u200f' +
  '\\u2028-\\u202f\\u205f-\\u2064\\u2066-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb\\u{110bd}\\u{110cd}\\u{13430}-\\u{1343f}' +
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0001}\\u{e0020}-\\u{e007f}';
/** Unicode Quotation_Mark, and the grave accent. */
const QUOTES =
  '"\'`\\u00ab\\u00bb\\u2018-\\u201f\\u2039\\u203a\\u2e42\\u300c-\\u300f\\u301d-\\u301f\\ufe41-\\ufe44\\uff02\\uff07\\uff62\\uff63';
/** Unicode Pd, and the minus sign. */
const DASH =
  '\\u058a\\u05be\\u1400\\u1806\\u2010-\\u2015\\u2212\\u2e17\\u2e1a\\u2e3a\\u2e3b\\u2e40\\u2e5d\\u301c\\u3030\\u30a0\\ufe31\\ufe32' +
  '\\ufe58\\ufe63\\uff0d\\u{10d6e}\\u{10ead}';

const AROUND = new RegExp(`^[${UNSEEN}${QUOTES}]+|[${UNSEEN}${QUOTES}]+$`, 'gu');
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu');
const DASHES = new RegExp(`[${DASH}]`, 'gu');
/** The prolonged sound mark, which the hyphen key of Japanese input types. In a word it follows a kana. */
const TYPED_SOUND_MARK = /([0-9A-Za-z])\u30fc(?=[0-9A-Za-z])/g;
const UUID_AT_END = /(?:^|-)[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;

const withHyphens = (key: string): string => key.normalize('NFKC').replace(DASHES, '-').replace(TYPED_SOUND_MARK, '$1-');
const plainForm = (key: string): string => withHyphens(key).replace(AROUND, '');
const formattedForm = (key: string): string => withHyphens(plainForm(key).replace(ALL_UNSEEN, '').toUpperCase());

/**
 * A license key as it was meant by whoever pasted it: without what surrounds it, and with plain letters and hyphens; one in the default
 * format of keys without anything unseen inside, and in upper case. The service does the same (`docs/licensing/key-form-vectors.json`).
 */
export function normalForm(key: string): string {
  const formatted = formattedForm(key);
  return UUID_AT_END.test(formatted) ? formatted : plainForm(key);
}
