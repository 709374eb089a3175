import { ChartColumn, Table as TableIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocale } from 'react-aria-components';
import { useFormats, useUiWords } from '../i18n/languages.tsx';
import { IconButton } from './button.tsx';
import { ticksFor } from './chart-scale.ts';
import { Card } from './surfaces.tsx';

export interface Point {
  readonly id: string;
  /** On the axis. */
  readonly label: string;
  /** In full, for a tip and a table. */
  readonly name?: string;
  readonly value: number;
}

interface ChartProps {
  readonly label: string;
  readonly points: readonly Point[];
  readonly format?: (value: number) => string;
}

export const CHART_HEIGHT = 240;
const MARGIN = { top: 10, end: 4, bottom: 26, start: 44 };
const LABEL_WIDTH = 76;
const WIDEST_COLUMN = 64;

/** Columns, one for each point. The arrow keys go from one to the next, and what is read aloud is the point. */
export function ColumnChart({ label, points, format }: ChartProps): ReactNode {
  const words = useUiWords();
  const { number, compact } = useFormats();
  const written = format ?? number;
  const { direction } = useLocale();
  const help = useId();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(720);
  const [current, setCurrent] = useState<number | null>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(200, entry.contentRect.width)));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);

  const ticks = ticksFor(Math.max(0, ...points.map(({ value }) => value)));
  const top = ticks.at(-1)!;
  const inner = { width: width - MARGIN.start - MARGIN.end, height: CHART_HEIGHT - MARGIN.top - MARGIN.bottom };
  const band = inner.width / Math.max(1, points.length);
  const column = Math.min(WIDEST_COLUMN, band * 0.72);
  const every = Math.max(1, Math.ceil((points.length * LABEL_WIDTH) / inner.width));
  const y = (value: number): number => MARGIN.top + inner.height * (1 - value / top);
  const x = (index: number): number => MARGIN.start + band * index;
  /** How far something that is so wide is from the left of the drawing, if it is so far from where lines begin. */
  const fromLeft = (start: number, size = 0): number => (direction === 'rtl' ? width - start - size : start);

  const move = (event: KeyboardEvent): void => {
    const last = points.length - 1;
    const [previous, following] = [(current ?? points.length) - 1, (current ?? -1) + 1];
    const [left, right] = direction === 'rtl' ? [following, previous] : [previous, following];
    const next = { ArrowLeft: left, ArrowRight: right, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') setCurrent(null);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(Math.min(last, Math.max(0, next)));
  };
  const point = current === null ? undefined : points[current];
  const said = point && words.chartPoint(point.name ?? point.label, written(point.value));
  return (
    <div ref={box} className="chart" onPointerLeave={() => setCurrent(null)}>
      <svg
        height={CHART_HEIGHT}
        viewBox={`0 0 ${width} ${CHART_HEIGHT}`}
        // A chart is one control whose value changes: arrow keys go from point to point.
        role="slider"
        aria-label={label}
        aria-describedby={help}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={current ?? 0}
        aria-valuetext={said ?? words.chartHelp}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setCurrent(null)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="grid-line" x1={fromLeft(MARGIN.start)} x2={fromLeft(width - MARGIN.end)} y1={y(tick)} y2={y(tick)} />
            <text x={fromLeft(MARGIN.start - 9)} y={y(tick) + 4} textAnchor="end">
              {compact(tick)}
            </text>
          </g>
        ))}
        {points.map(({ id, label: text, value }, index) => (
          <g key={id} onPointerEnter={() => setCurrent(index)}>
            <rect
              className={index === current ? 'band current' : 'band'}
              x={fromLeft(x(index), band)}
              y={MARGIN.top}
              width={band}
              height={inner.height}
            />
            <rect
              className="chart-column"
              x={fromLeft(x(index) + (band - column) / 2, column)}
              y={y(value)}
              width={column}
              height={Math.max(0, inner.height + MARGIN.top - y(value))}
              rx={Math.min(3, column * 0.3)}
            />
            {(points.length - 1 - index) % every === 0 && (
              <text
                x={fromLeft(x(index) + band / 2)}
                y={CHART_HEIGHT - 6}
                textAnchor={index === points.length - 1 && every > 1 ? 'end' : 'middle'}
              >
                {text}
              </text>
            )}
          </g>
        ))}
      </svg>
      <p id={help} className="visually-hidden">
        {words.chartHelp}
      </p>
      {point && (
        <div
          className="chart-tip"
          style={{ insetInlineStart: Math.min(width - 70, Math.max(70, x(current!) + band / 2)) }}
          aria-hidden
        >
          {point.name ?? point.label}
          <strong>{written(point.value)}</strong>
        </div>
      )}
    </div>
  );
}

/** A chart on a card, with its total and, on demand, as a table. */
export function ChartCard({
  title,
  note,
  total,
  totalTitle,
  lead,
  nameTitle,
  valueTitle,
  ...chart
}: ChartProps & {
  readonly title: string;
  readonly note?: ReactNode;
  /** Above the chart. */
  readonly lead?: ReactNode;
  readonly total?: ReactNode;
  /** What the total is, unless it is that of all points. */
  readonly totalTitle?: string | undefined;
  readonly nameTitle: string;
  readonly valueTitle: string;
}): ReactNode {
  const words = useUiWords();
  const { number } = useFormats();
  const [isTable, setTable] = useState(false);
  const written = chart.format ?? number;
  const toggle = (
    <IconButton
      small
      label={isTable ? words.asChart : words.asTable}
      icon={isTable ? ChartColumn : TableIcon}
      onPress={() => setTable(!isTable)}
    />
  );
  return (
    <Card title={title} note={note} end={toggle}>
      {lead && <div className="chart-lead">{lead}</div>}
      {total !== undefined && (
        <p className="chart-total">
          <strong>{total}</strong> <span className="faint">{totalTitle ?? words.total}</span>
        </p>
      )}
      {isTable ? (
        <div className="table-scroll">
          <table className="table" aria-label={chart.label}>
            <thead>
              <tr>
                <th scope="col">{nameTitle}</th>
                <th scope="col" className="number">
                  {valueTitle}
                </th>
              </tr>
            </thead>
            <tbody>
              {chart.points.map(({ id, label, name, value }) => (
                <tr key={id}>
                  <td>{name ?? label}</td>
                  <td className="number">{written(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <ColumnChart {...chart} />
      )}
    </Card>
  );
}
