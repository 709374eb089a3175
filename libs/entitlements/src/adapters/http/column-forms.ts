import { type AmountForm, amountFormOf, type DayOrder, dayOrderOf } from '#support/cells';

const DATES = /^(purchased_at|started_at|current_period_end|license_keys\.\d\d?\.expires_at)$/;
const AMOUNTS = /^(amount|tax_amount)$/;

export const hasDates = (column: string): boolean => DATES.test(column);
export const hasAmounts = (column: string): boolean => AMOUNTS.test(column);

/** How the amounts and the dates of each column are written: null where that cannot be told. */
export interface ColumnForms {
  readonly amounts: ReadonlyMap<string, AmountForm | null>;
  readonly dates: ReadonlyMap<string, DayOrder | null>;
}

/** What somebody says about all columns of a file. */
export interface DeclaredForms {
  readonly amounts?: AmountForm;
  readonly dates?: DayOrder;
}

/** No amount and no date is longer. */
const LONGEST = 40;

/** Recognizes the forms of columns from all of their cells. */
export class FormRecognition {
  private readonly cells = new Map<string, Set<string>>();

  add(columns: readonly string[], cells: readonly string[]): void {
    for (const [index, column] of columns.entries()) {
      const cell = cells[index]!;
      if (!(hasAmounts(column) || hasDates(column)) || cell.length > LONGEST) continue;
      const found = this.cells.get(column) ?? new Set();
      this.cells.set(column, found.add(cell));
    }
  }

  forms({ amounts, dates }: DeclaredForms): ColumnForms {
    const columns = [...this.cells];
    const ofAmounts = columns.filter(([column]) => hasAmounts(column));
    const ofDates = columns.filter(([column]) => hasDates(column));
    return {
      amounts: new Map(ofAmounts.map(([column, cells]) => [column, amounts ?? amountFormOf(cells)])),
      dates: new Map(ofDates.map(([column, cells]) => [column, dates ?? dayOrderOf(cells)])),
    };
  }
}
