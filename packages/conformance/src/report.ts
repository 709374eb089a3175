export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** A table that is printed line by line, with columns as wide as their names. */
export class Table {
  private readonly width: number;

  constructor(
    rows: readonly string[],
    private readonly columns: readonly string[],
  ) {
    this.width = Math.max(...rows.map((row) => row.length));
    this.add('', columns);
  }

  add(row: string, cells: readonly string[]): void {
    say([row.padEnd(this.width), ...cells.map((cell, n) => cell.padEnd(this.columns[n]!.length))].join('  ').trimEnd());
  }
}
