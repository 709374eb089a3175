import './form-fields.css';
import { type ReactNode, useState } from 'react';
import { type Choice, SelectInput } from '../ui/choices.tsx';
import { SwitchInput } from '../ui/switch-input.tsx';

/** The choices of a record of words. */
export const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>): readonly Choice<Value>[] =>
  (Object.entries(words) as [Value, string][]).map(([id, label]) => ({ id, label }));

/** One of a few values, in the data of the form under its name, unless it is what is meant without one. */
export function ChoiceField<Value extends string>({
  name,
  defaultValue,
  absent,
  ...props
}: {
  readonly name: string;
  readonly absent?: Value;
  readonly label: string;
  readonly hint?: string;
  readonly choices: readonly Choice<Value>[];
  readonly defaultValue: Value;
}): ReactNode {
  const [value, setValue] = useState(defaultValue);
  return <SelectInput {...props} name={value === absent ? undefined : name} value={value} onChange={setValue} />;
}

/** Yes or no, in the data of the form as `true` or `false`. */
export function SwitchField({
  name,
  label,
  defaultValue,
}: {
  readonly name: string;
  readonly label: string;
  readonly defaultValue: boolean;
}): ReactNode {
  const [isOn, setOn] = useState(defaultValue);
  return (
    <>
      <SwitchInput label={label} isSelected={isOn} onChange={setOn} />
      <input type="hidden" name={name} value={String(isOn)} />
    </>
  );
}

/** Fields about one thing, open if something is set in it. */
export const FieldGroup = ({
  title,
  isOpen,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}): ReactNode => (
  <details className="field-group" open={isOpen}>
    <summary>{title}</summary>
    <div className="field-group-fields">{children}</div>
  </details>
);

/** Fields that are only there, and only sent, if the switch is on. */
export function OptionalSection({
  label,
  hint,
  defaultOn,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly defaultOn: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const [isOn, setOn] = useState(defaultOn);
  return (
    <div className="optional-section">
      <SwitchInput label={label} isSelected={isOn} onChange={setOn} />
      {hint && <p className="faint small">{hint}</p>}
      {isOn && <div className="optional-fields">{children}</div>}
    </div>
  );
}
