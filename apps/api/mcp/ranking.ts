/** Okapi BM25 with its usual constants: repetitions count less and less, and so do words of long texts. */
const [SATURATION, LENGTH] = [1.2, 0.75];

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

interface Counted {
  readonly length: number;
  readonly counts: ReadonlyMap<string, number>;
}

function counted(text: string): Counted {
  const words = wordsOf(text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { length: words.length, counts };
}

/** Texts that are ranked by the words of a query: those that few texts have count more. */
export class Ranking {
  private readonly texts: readonly Counted[];
  private readonly average: number;

  constructor(texts: readonly string[]) {
    this.texts = texts.map(counted);
    this.average = this.texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);
  }

  /** The indexes of the texts that have words of the query, best first. */
  best(query: string): readonly number[] {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(query))) {
      const having = [...this.texts.entries()].filter(([, { counts }]) => counts.has(word));
      const rarity = Math.log(1 + (this.texts.length - having.length + 0.5) / (having.length + 0.5));
      for (const [index, { length, counts }] of having) {
        const count = counts.get(word)!;
        const room = SATURATION * (1 - LENGTH + (LENGTH * length) / this.average);
        scores.set(index, (scores.get(index) ?? 0) + (rarity * count * (SATURATION + 1)) / (count + room));
      }
    }
    return [...scores].sort(([, a], [, b]) => b - a).map(([index]) => index);
  }
}
