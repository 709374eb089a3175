import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components';

/** A choice that is made or not. `of` is read aloud after the label, where many choices have the same one. */
export function CheckboxInput({
  label,
  of,
  isSelected,
  isIndeterminate,
  isDisabled,
  onChange,
}: {
  readonly label: ReactNode;
  readonly of?: string;
  readonly isSelected: boolean;
  /** Some of what it stands for is chosen. */
  readonly isIndeterminate?: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isSelected: boolean) => void;
}): ReactNode {
  const Mark = isIndeterminate ? Minus : Check;
  return (
    <Checkbox
      className="checkbox"
      isSelected={isSelected}
      isIndeterminate={isIndeterminate}
      isDisabled={isDisabled}
      onChange={onChange}
    >
      <span className="box" aria-hidden>
        <Mark />
      </span>
      <span>
        {label}
        {of && <span className="visually-hidden"> {of}</span>}
      </span>
    </Checkbox>
  );
}
