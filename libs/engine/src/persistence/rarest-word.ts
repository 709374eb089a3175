/** A word is common if more than one in so many texts have it. */
const ONE_IN = 200;

/** A trigram that more than one in so many texts have takes an index longer than it narrows down what else a word has. */
const FREQUENT_ONE_IN = 20;

/** Further letters hardly select further, but each costs a look-up. */
const LONGEST = 8;

/** The number of words that are compared: of a text with more, the longest. */
const MOST_WORDS = 4;

/** Texts of some rows, of which those without a text have none. */
export interface Sample {
  readonly rows: number;
  readonly texts: readonly string[];
}

/** The words of a text that have trigrams, up to a length, the longest first. */
export const wordsOf = (text: string): readonly string[] => {
  const words = [...text.matchAll(/[\p{L}\p{N}]{3,}/gu)].map(([word]) => [...word].slice(0, LONGEST).join(''));
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS);
};

/** The word that the fewest texts of a sample have, the first of several; null if all of them are common. */
export function rarestWord(words: readonly string[], sample: Sample): string | null {
  const counts = words.map((word) => countOf(word, sample));
  const fewest = Math.min(...counts);
  return fewest * ONE_IN <= sample.rows ? (words[counts.indexOf(fewest)] ?? null) : null;
}

/** What an index of trigrams is asked for to find a word: the rarest stretch without frequent trigrams, or all of it if that is common. */
export const rarePartOf = (word: string, sample: Sample): string => rarestWord(stretchesOf(word, sample), sample) ?? word;

/** The stretches of a word between its frequent trigrams, the longest first. */
function stretchesOf(word: string, sample: Sample): readonly string[] {
  const letters = [...word];
  const ends = [-1];
  for (let start = 0; start + 3 <= letters.length; start++) {
    if (countOf(letters.slice(start, start + 3).join(''), sample) * FREQUENT_ONE_IN > sample.rows) ends.push(start);
  }
  ends.push(letters.length - 2);
  const stretches = ends.slice(1).map((end, n) => letters.slice(ends[n]! + 1, end + 2));
  return stretches
    .filter(({ length }) => length >= 3)
    .toSorted((a, b) => b.length - a.length)
    .map((stretch) => stretch.join(''));
}

const countOf = (part: string, { texts }: Sample): number => texts.filter((text) => text.includes(part)).length;
