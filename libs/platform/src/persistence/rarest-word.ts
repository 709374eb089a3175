/** A word is common if more than one in so many texts have it. */
const ONE_IN = 200;

/** Further letters hardly select further, but each costs a look-up. */
const LONGEST = 8;

/** The words of a text that have trigrams, up to a length. */
export const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/[\p{L}\p{N}]{3,}/gu)].map(([word]) => [...word].slice(0, LONGEST).join(''));

/** The word that the fewest texts of a sample contain, the longest of several; null if all of them are common. */
export function rarestWord(words: readonly string[], sample: readonly string[]): string | null {
  const counted = words.map((word) => ({ word, count: sample.filter((text) => text.includes(word)).length }));
  const [rarest] = counted.toSorted((a, b) => a.count - b.count || b.word.length - a.word.length);
  return rarest && rarest.count * ONE_IN <= sample.length ? rarest.word : null;
}
