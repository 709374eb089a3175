import { type CSSProperties, type ReactNode, useState } from 'react';
import { useFormats } from '../i18n/languages.tsx';

export type Tone = 'good' | 'warn' | 'bad' | 'idle';

/** A state as a shape, a word and a color. */
export const Status = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode => (
  <span className={`status ${tone}`}>{children}</span>
);

const HUES = [85, 25, 150, 235, 300, 345, 120, 200];
const hueOf = (name: string): number => {
  const sum = [...name].reduce((total, letter) => total * 31 + letter.codePointAt(0)!, 7);
  return HUES[Math.abs(Math.trunc(sum)) % HUES.length]!;
};
const initialsOf = (name: string): string => {
  const words = name.split(/[\s@._+-]+/).filter(Boolean);
  const letters = name.includes('@') ? words.slice(0, 1) : [words[0], ...words.slice(1).slice(-1)];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
};

/** A picture if there is one, otherwise initials. Nothing is asked of other sites. */
export function Avatar({
  name,
  picture,
  look = '',
}: {
  readonly name: string;
  readonly picture?: string | null;
  readonly look?: 'square' | 'square large' | '';
}): ReactNode {
  const [isBroken, setBroken] = useState(false);
  return (
    <span
      className={`avatar ${look}`}
      style={{ '--hue': hueOf(name) } as CSSProperties}
      data-initials={picture && !isBroken ? '' : initialsOf(name)}
      aria-hidden
    >
      {picture && !isBroken && <img src={picture} alt="" onError={() => setBroken(true)} />}
    </span>
  );
}

/** How much of a limit is used. */
export function Bar({
  value,
  limit,
  label,
}: {
  readonly value: number;
  readonly limit: number;
  readonly label: string;
}): ReactNode {
  const { number } = useFormats();
  const share = limit > 0 ? Math.min(1, value / limit) : 1;
  const width = value > 0 ? `${share * 100}%` : '0';
  return (
    <div
      className={share >= 1 ? 'bar full' : 'bar'}
      role="meter"
      aria-label={label}
      aria-valuenow={Math.min(value, limit)}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuetext={`${number(value)} / ${number(limit)}`}
    >
      {value > 0 && <span style={{ width }} />}
    </div>
  );
}

/** A time as it is said, with the exact time on demand. */
export function Ago({ at }: { readonly at: string }): ReactNode {
  const { ago, exactly } = useFormats();
  return (
    <time dateTime={at} title={exactly(at)}>
      {ago(at)}
    </time>
  );
}

export const Day = ({ at }: { readonly at: string }): ReactNode => {
  const { date, exactly } = useFormats();
  return (
    <time dateTime={at} title={exactly(at)}>
      {date(at)}
    </time>
  );
};

/** Values with their names. */
export const Facts = ({ children }: { readonly children: ReactNode }): ReactNode => <dl className="facts">{children}</dl>;

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
