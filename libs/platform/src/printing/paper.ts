/** A sheet of cards. Lengths are in points, 1/72 inch. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly card: { readonly width: number; readonly height: number };
}

const INCH = 72;
const MM = INCH / 25.4;

export const COLUMNS = 2;
export const ROWS = 5;

/** Cards are as large as bank cards on A4, and as business cards of the US on Letter, for which there is perforated paper. */
export const SHEETS = {
  a4: { width: 210 * MM, height: 297 * MM, card: { width: 85 * MM, height: 54 * MM } },
  letter: { width: 8.5 * INCH, height: 11 * INCH, card: { width: 3.5 * INCH, height: 2 * INCH } },
} as const satisfies Record<string, Sheet>;

/** Where the first card begins: cards are in the middle of their sheet, without a space between them. */
export const startOf = ({ width, height, card }: Sheet) => ({
  x: (width - COLUMNS * card.width) / 2,
  y: (height - ROWS * card.height) / 2,
});
