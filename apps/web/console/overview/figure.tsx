import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/languages.tsx';
import { Skeleton } from '../../ui/surfaces.tsx';
import { useWords } from '../words/index.ts';

/** A number, and what it was in the period before. */
export interface Compared {
  readonly now: number;
  readonly before: number;
}

interface Props {
  /** A link to the list of what is counted. */
  readonly title: ReactNode;
  readonly format?: (value: number) => string;
  /** Whether less is better. */
  readonly isBad?: boolean;
}

/** A number that leads to its list. */
export function Figure({
  title,
  format,
  isBad = false,
  value,
}: Props & { readonly value: number | Compared | undefined }): ReactNode {
  const { number } = useFormats();
  const written = format ?? number;
  return (
    <div className="card figure">
      <dt>{title}</dt>
      <dd>
        {value === undefined ? <Skeleton width={72} height={30} /> : written(typeof value === 'number' ? value : value.now)}
      </dd>
      {typeof value === 'object' && (
        <dd className="change">
          <Change of={value} written={written} isBad={isBad} />
        </dd>
      )}
    </div>
  );
}

function Change({
  of: { now, before },
  written,
  isBad,
}: {
  readonly of: Compared;
  readonly written: (value: number) => string;
  readonly isBad: boolean;
}): ReactNode {
  const { overview: words } = useWords();
  const { percent } = useFormats();
  const change = Math.sign(now - before);
  const Arrow = change === 0 ? ArrowRight : change > 0 ? ArrowUpRight : ArrowDownRight;
  const tone = change === 0 ? 'same' : change > 0 === isBad ? 'worse' : 'better';
  const share = before > 0 ? `${percent(Math.abs(now - before) / before)}, ` : '';
  return (
    <span className={tone}>
      <Arrow aria-hidden size={14} />
      {share}
      {words.before(written(before))}
    </span>
  );
}
