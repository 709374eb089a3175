/** Blanks, and control and format characters, such as zero-width spaces, byte order marks and soft hyphens. */
export const UNSEEN = /[\s\p{Cc}\p{Cf}]/u;

const isUnseen = (character: string): boolean => UNSEEN.test(character);

/** The text without the characters at its ends that were copied with it: by default, those that nobody sees. Linear, unlike a pattern. */
export function trimCopied(text: string, isCopied: (character: string) => boolean = isUnseen): string {
  const characters = [...text];
  let [start, end] = [0, characters.length];
  while (start < end && isCopied(characters[start]!)) start++;
  while (end > start && isCopied(characters[end - 1]!)) end--;
  return characters.slice(start, end).join('');
}
