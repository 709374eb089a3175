export type Bound = { readonly atLeast: number } | { readonly atMost: number };

export interface Figure {
  readonly scenario: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly asked?: Bound;
}

const holds = (value: number, asked: Bound): boolean => ('atLeast' in asked ? value >= asked.atLeast : value <= asked.atMost);

const shown = (value: number, unit: string): string => {
  const digits = unit.endsWith('/s') || unit === 'MB' ? 0 : 2;
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`.trim();
};

const verdict = ({ value, unit, asked }: Figure): string => {
  if (!asked) return '';
  const [sign, bound] = 'atLeast' in asked ? ['≥', asked.atLeast] : ['≤', asked.atMost];
  return `${holds(value, asked) ? 'PASS ' : 'below'} asked ${sign} ${bound} ${unit}`.trim();
};

/** The figures of one run. Bounds are reported; missing one does not fail the run. */
export class Report {
  private readonly figures: Figure[] = [];

  add(figure: Figure): void {
    this.figures.push(figure);
  }

  /** Formats the figures as a table, one line each. */
  toText(): string {
    const rows = this.figures.map((figure) => [figure.scenario, figure.what, shown(figure.value, figure.unit), verdict(figure)]);
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
    return rows
      .map(([scenario, what, value, rest], index) => {
        const title = rows[index - 1]?.[0] === scenario ? '' : scenario!;
        return `${title.padEnd(widths[0]!)}  ${what!.padEnd(widths[1]!)}  ${value!.padStart(widths[2]!)}  ${rest}`.trimEnd();
      })
      .join('\n');
  }

  toJSON(): (Figure & { readonly pass?: boolean })[] {
    return this.figures.map((figure) => (figure.asked ? { ...figure, pass: holds(figure.value, figure.asked) } : figure));
  }
}
