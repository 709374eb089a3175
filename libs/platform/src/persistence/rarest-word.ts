/** A word is common if more than one in so many texts have it. */
const ONE_IN = 200;

/** Further letters hardly select further, but each costs a look-up. */
const LONGEST = 8;

/** Of a text with more words, as many of the longest. */
const MOST_WORDS = 4;

/** The words of a text that have trigrams, up to a length, the longest first. */
export const wordsOf = (text: string): readonly string[] => {
  const words = [...text.matchAll(/[\p{L}\p{N}]{3,}/gu)].map(([word]) => [...word].slice(0, LONGEST).join(''));
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS);
};

/** The word that the fewest texts of a sample have, the first of several; null if all of them are common. */
export function rarestWord(words: readonly string[], counts: readonly number[], sampled: number): string | null {
  const fewest = Math.min(...counts);
  return fewest * ONE_IN <= sampled ? (words[counts.indexOf(fewest)] ?? null) : null;
}
