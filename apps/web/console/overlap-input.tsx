import type { ReactNode } from 'react';
import { SelectInput } from '../ui/choices.tsx';
import { useWords } from './words/index.ts';

/** For how many seconds the secret before the current one is valid as well. */
export const OVERLAPS = { none: 0, hour: 3_600, day: 86_400, week: 604_800 } as const;
export type Overlap = keyof typeof OVERLAPS;

/** How long the former secret is valid beside a new one. */
export function OverlapInput({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: Overlap;
  readonly onChange: (overlap: Overlap) => void;
}): ReactNode {
  const { overlaps: words } = useWords();
  return (
    <SelectInput
      label={label}
      value={value}
      choices={(Object.keys(OVERLAPS) as Overlap[]).map((each) => ({ id: each, label: words[each] }))}
      onChange={onChange}
    />
  );
}
