/** What surrounds e-mail addresses, ids, numbers and license keys in sentences, `mailto:` and other addresses. */
const AROUND = /[\s<>()[\]{}:;,"'`?!%|=/\\#&„“”«»]+/u;
const SHORTEST = 6;
const MOST = 5;

const isAddress = (word: string): boolean => /^[^@]+@[^@]+\.[^@]+$/.test(word);
const isNumbered = (word: string): boolean => word.length >= SHORTEST && /\d/.test(word);

/**
 * What a longer text refers to, such as a sentence from a mail, `mailto:ada@example.com?subject=…` or the address of a page: words with
 * digits, such as license keys, ids and numbers of invoices, the longest first, then e-mail addresses. Empty for a text that is one itself.
 */
export function referencesIn(text: string): readonly string[] {
  const words = [...new Set(text.split(AROUND).map((word) => word.replace(/[.]+$/, '')))].filter((word) => word !== text);
  const addresses = words.filter(isAddress);
  const numbered = words.filter((word) => isNumbered(word) && !addresses.includes(word));
  return [...numbered.sort((a, b) => b.length - a.length), ...addresses].slice(0, MOST);
}
