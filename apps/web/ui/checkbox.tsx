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

/** Choices of which any may be made, under a common title. */
export function CheckboxGroup({
  title,
  hint,
  choices,
  chosen,
  onChange,
}: {
  readonly title: string;
  readonly hint: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}): ReactNode {
  return (
    <fieldset className="group">
      <legend>{title}</legend>
      {choices.map(({ id, label }) => (
        <CheckboxInput
          key={id}
          label={label}
          isSelected={chosen.includes(id)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))}
        />
      ))}
      <p className="faint small">{hint}</p>
    </fieldset>
  );
}
