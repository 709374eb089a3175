import { pagesOf, qrCodesOf } from '../../../../test/support/read-pdf.ts';
import { printedCards } from './cards.ts';
import { printable } from './printable.ts';

const CARD = {
  title: 'Analytical Engine',
  subtitle: 'Babbage & Söhne',
  lines: ['Sign in here:', 'https://licenses.example.com/portal/babbage', 'Can be claimed until 31 December 2027.'],
  link: 'https://licenses.example.com/portal/babbage',
};

const keyOf = (number: number): string => `ACME-1C285B2D-6CE6-4BC7-B8BE-${String(number).padStart(12, '0')}`;

async function printed(codes: readonly string[], card: Partial<typeof CARD> = {}, paper: 'a4' | 'letter' = 'a4') {
  async function* given(): AsyncGenerator<string, void> {
    yield* codes;
  }
  const parts = [];
  for await (const part of printedCards(given(), { ...CARD, ...card }, { paper, title: 'Boxes' })) parts.push(part);
  return Buffer.concat(parts);
}

test.each([
  ['a4', 595.28, 841.89],
  ['letter', 612, 792],
] as const)('ten cards are on a sheet of %s, each with its key in one piece', async (paper, width, height) => {
  const keys = Array.from({ length: 23 }, (_, index) => keyOf(index));
  const pdf = await printed(keys, {}, paper);
  const pages = await pagesOf(pdf);
  expect(pages.map((page) => [page.width.toFixed(1), page.height.toFixed(1)])).toEqual(
    pages.map(() => [width.toFixed(1), height.toFixed(1)]),
  );
  expect(pages.map(({ texts }) => texts.filter((text) => text.startsWith('ACME-')))).toEqual([
    keys.slice(0, 10),
    keys.slice(10, 20),
    keys.slice(20),
  ]);
  for (const text of [CARD.title, CARD.subtitle, ...CARD.lines])
    expect(pages[2]!.texts.filter((each) => each === text)).toHaveLength(3);
  expect(qrCodesOf(pdf)).toEqual(keys.map(() => CARD.link));
});

test.each([
  ['Größe Ærø Łódź', 'Größe Ærø Łódź'],
  ['Ωμέγα и Ёлка', 'Ωμέγα и Ёлка'],
  ['محمد', '□□□□'],
  ['株式会社 Acme', '□□□□ Acme'],
  ['Fun 👩‍👩‍👧 & 😀', 'Fun □ & □'],
  ['Acme\u202e\u200b\n Pro ™', 'Acme Pro ™'],
  ['e\u0301t\u00e9', 'été'],
])('%j is printed as %j', async (name, shown) => {
  expect(printable(name)).toBe(shown);
  const [page] = await pagesOf(await printed([keyOf(1)], { title: name, subtitle: name }));
  expect(page!.texts.filter((text) => text.normalize('NFC') === shown)).toHaveLength(2);
});

test('a long name is shortened, and a long key is continued on another line', async () => {
  const key = 'K'.repeat(100);
  const [page] = await pagesOf(await printed([key], { title: 'Verylong'.repeat(30) }));
  expect(page!.texts.filter((text) => /^K+$/.test(text)).join('')).toBe(key);
  expect(page!.texts.some((text) => text.endsWith('…'))).toBe(true);
});

test('a document without cards is a sheet', async () => {
  expect(await pagesOf(await printed([]))).toMatchObject([{ texts: [] }]);
});
