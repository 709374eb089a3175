/** Letters that Unicode does not take apart into a letter and its accent. PostgreSQL has the same in `platform.folded`. */
const PAIRS = 'ß:ss ẞ:ss æ:ae Æ:ae œ:oe Œ:oe þ:th Þ:th ø:o Ø:o ł:l Ł:l đ:d Đ:d ð:d Ð:d ħ:h Ħ:h ŧ:t Ŧ:t ı:i';
const LETTERS = new Map(PAIRS.split(' ').map((pair) => pair.split(':') as [string, string]));
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu');
const ACCENTS = /[\u0300-\u036f]/g;

/** The text in lower case and without accents, as `platform.folded` of PostgreSQL has it. */
export const folded = (text: string): string =>
  text
    .replace(LETTER, (letter) => LETTERS.get(letter)!)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ς', 'σ');

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe' };
const UMLAUT = /[äöüø]/g;
/** What may be an umlaut in two letters. */
const TWO_LETTERS = /[aou]e/g;
/** So many places are tried with and without a letter more. */
const MOST_PLACES = 2;

/**
 * What a typed text may be written as, folded: itself first, with umlauts in two letters (`mueller` for `Müller`), and with one letter for
 * two of them (`muller` for `Mueller`). Hardly any text has more than two.
 */
export function spellingsOf(text: string): readonly string[] {
  const plain = folded(text);
  const inTwo = folded(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(UMLAUT, (letter) => UMLAUTS[letter]!),
  );
  const places = [...plain.matchAll(TWO_LETTERS)].slice(0, MOST_PLACES).map(({ index }) => index + 1);
  const inOne = [plain];
  for (const at of places.toReversed()) inOne.push(...inOne.map((each) => each.slice(0, at) + each.slice(at + 1)));
  return [...new Set([plain, inTwo, ...inOne])];
}
