import type { ReactNode } from 'react';
import { TextInput } from '../../ui/fields.tsx';
import { useWholeNumber } from '../../ui/whole-number.ts';

/** A whole number of a policy. */
export const CountField = ({
  name,
  label,
  hint,
  value,
  placeholder,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: number | undefined;
  /** What holds if nothing is entered. */
  readonly placeholder?: string;
}): ReactNode => (
  <TextInput
    name={name}
    inputMode="numeric"
    label={label}
    hint={hint}
    maxLength={9}
    placeholder={placeholder}
    check={useWholeNumber()}
    defaultValue={value === undefined ? '' : String(value)}
  />
);
