/** What is wrong with a cell of a table, for people who write it in a spreadsheet. */
export const CELL_PROBLEMS = {
  date_unknown: 'This is not a date. Write it as 2030-12-31 or 31.12.2030',
  date_order_unknown: 'It cannot be told whether the day or the month comes first. Say which, or write 2030-12-31',
  date_of_nothing: '0 is not a date. Leave the cell empty, or write never for a license key that does not expire',
  amount_unknown: 'This is not an amount',
  amount_form_unknown: 'It cannot be told from the column how its amounts are written. Say whether with a decimal point or comma',
  amount_without_currency: 'An amount with decimals needs a currency in its line',
  amount_too_precise: 'The currency has fewer decimals than this amount',
  number_unknown: 'This is not a whole number. Write it without separators',
  number_shortened: 'A spreadsheet has shortened this number. Format the column as text, and export it again',
} as const;
export type CellProblem = keyof typeof CELL_PROBLEMS;

/** Thrown for a cell that cannot be read. */
export class UnreadableCell extends Error {
  override readonly name = 'UnreadableCell';

  constructor(readonly problem: CellProblem) {
    super(CELL_PROBLEMS[problem]);
  }
}
