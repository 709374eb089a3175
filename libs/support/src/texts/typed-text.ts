/** Blanks, and control and format characters, such as zero-width spaces, byte order marks and soft hyphens. */
const UNSEEN = /[\s\p{Cc}\p{Cf}]/u;

const isUnseen = (character: string): boolean => UNSEEN.test(character);

/** The text without the characters at its ends that were copied with it: by default, those that nobody sees. Linear, unlike a pattern. */
export function trimCopied(text: string, isCopied: (character: string) => boolean = isUnseen): string {
  const characters = [...text];
  let [start, end] = [0, characters.length];
  while (start < end && isCopied(characters[start]!)) start++;
  while (end > start && isCopied(characters[end - 1]!)) end--;
  return characters.slice(start, end).join('');
}

const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');
const QUOTES = /[\p{Quotation_Mark}`]/u;
const DASHES = /[\p{Pd}\u2212]/gu;
/** The prolonged sound mark, which the hyphen key of Japanese input types. In a word it follows a kana. */
const TYPED_SOUND_MARK = /(?<=[0-9A-Za-z])\u30fc(?=[0-9A-Za-z])/g;
const UUID_AT_END = /(?:^|-)[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;

const isAround = (character: string): boolean => UNSEEN.test(character) || QUOTES.test(character);

const withHyphens = (text: string): string => text.normalize('NFKC').replace(DASHES, '-').replace(TYPED_SOUND_MARK, '-');

/** The text without what was copied with it: blanks, characters that nobody sees, and quotes at its ends. Every dash is a hyphen. */
export const plainForm = (text: string): string => trimCopied(withHyphens(text), isAround);

/** The text as a key of one of the service's formats: nothing unseen is in it either, and its letters are upper-case. */
export const formattedForm = (text: string): string => withHyphens(plainForm(text).replace(ALL_UNSEEN, '').toUpperCase());

/** Whether a text is written in the default format of keys: a UUID, maybe after a prefix. */
export const hasDefaultFormat = (text: string): boolean => UUID_AT_END.test(formattedForm(text));

/** The beginning of the generated keys of a benefit that has this prefix; null if there is none. */
export const frontOf = (prefix: string | null): string | null => prefix?.trim().toUpperCase() || null;

/** The one form of all ways to write a key. Only what has the default format is taken for a key of a format. */
export const normalForm = (text: string): string => (hasDefaultFormat(text) ? formattedForm(text) : plainForm(text));

const BIDI_CONTROLS = /\p{Bidi_Control}/gu;

/** The text without the characters that change in which direction, and so in which order, what follows them is shown. */
export const withoutBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '');
