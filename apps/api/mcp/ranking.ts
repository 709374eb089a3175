/** Okapi BM25 with its usual constants: words that are rare in all texts count more, and repetitions and long texts less. */
const [SATURATION, LENGTH] = [1.2, 0.75];

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Which texts have words of a query, best first, by their indexes. */
export function rank(texts: readonly string[], query: string): readonly number[] {
  const documents = texts.map(wordsOf);
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const scores = documents.map(() => 0);
  for (const word of new Set(wordsOf(query))) {
    const counts = documents.map((words) => words.filter((each) => each === word).length);
    const having = counts.filter((count) => count > 0).length;
    const rarity = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
    for (const [index, count] of counts.entries()) {
      const room = SATURATION * (1 - LENGTH + (LENGTH * documents[index]!.length) / average);
      scores[index]! += (rarity * count * (SATURATION + 1)) / (count + room);
    }
  }
  return [...scores.keys()].filter((index) => scores[index]! > 0).sort((a, b) => scores[b]! - scores[a]!);
}
