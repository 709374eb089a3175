const GRAPHEMES = new Intl.Segmenter('en');
const PRINTABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+$/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const SPACES = /[\s\p{Cc}]+/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** What stands for a character that is not printed. */
const REPLACEMENT = '□';

/**
 * A text on one line, with what the fonts of cards print: Latin, Greek and Cyrillic letters, digits and signs. Each character of another
 * script, such as one that is written from right to left, and each picture becomes `□`.
 */
export const printable = (text: string): string =>
  [...GRAPHEMES.segment(text.normalize('NFC').replace(SPACES, ' ').trim())]
    .map(({ segment }) => {
      const isPicture = PICTURE.test(segment) && !/^[\p{ASCII}©®™]$/u.test(segment);
      const visible = segment.replace(INVISIBLE, '');
      return visible === '' || (PRINTABLE.test(visible) && !isPicture) ? visible : REPLACEMENT;
    })
    .join('');
