import type { ReactNode } from 'react';
import { SelectInput } from '../../ui/choices.tsx';

const ALL = 'all';

/** Limits a list to one of a few values, or to none of them. */
export function ChoiceFilter<Value extends string>({
  label,
  all,
  words,
  value,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly words: Readonly<Record<Value, string>>;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}): ReactNode {
  const ids = Object.keys(words) as Value[];
  return (
    <SelectInput<Value | typeof ALL>
      bare
      label={label}
      value={value ?? ALL}
      choices={[{ id: ALL, label: all }, ...ids.map((id) => ({ id, label: words[id] }))]}
      onChange={(id) => onChange(ids.find((each) => each === id))}
    />
  );
}
