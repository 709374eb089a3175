import type { FormEvent, ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField, type TextFieldProps } from 'react-aria-components';
import { useTimeZone, useUiWords } from '../i18n/languages.tsx';
import { checkedBy, type FieldCheck } from './field-checks.ts';

export interface Described {
  readonly label: string;
  readonly hint?: ReactNode;
}

export const Hint = ({ children }: { readonly children: ReactNode }): ReactNode =>
  children ? (
    <Text slot="description" className="hint">
      {children}
    </Text>
  ) : null;

interface TextInputProps extends Described, Omit<TextFieldProps, 'children' | 'className' | 'style'> {
  readonly placeholder?: string;
  readonly multiline?: boolean;
  readonly inputClass?: string;
  readonly check?: FieldCheck;
  /** Shows only the control; the label is its name for screen readers. */
  readonly bare?: boolean;
}

/** What the service has said about a field goes with the first character, not when the field is left: a button below would move away from the pointer. */
const forgetProblem = ({ currentTarget }: FormEvent<HTMLElement>): void => {
  currentTarget.dispatchEvent(new Event('change', { bubbles: true }));
};

/** A text field. `name` is the path of the field in the request, so that it shows what a 422 says about it. */
export function TextInput({
  label,
  hint,
  placeholder,
  multiline,
  inputClass = '',
  check,
  bare,
  autoFocus = false,
  ...props
}: TextInputProps): ReactNode {
  const input = {
    ref: checkedBy(check),
    className: `input ${inputClass}`,
    placeholder,
    onInput: forgetProblem,
    // React focuses while it inserts the field, React Aria in a later effect: `keepFocus` may have moved the focus by then.
    autoFocus,
  };
  return (
    <TextField
      {...props}
      autoFocus={autoFocus}
      className="field"
      validationBehavior="aria"
      {...(bare ? { 'aria-label': label } : {})}
    >
      {!bare && <Label>{label}</Label>}
      {multiline ? <TextArea {...input} /> : <Input {...input} />}
      <Hint>{hint}</Hint>
      <FieldError className="field-error" />
    </TextField>
  );
}

/** A day, as 2026-11-26. Whoever reads it says with `endOfDay` or `startOfDay` which instant is meant in the time zone that is shown. */
export function DayInput({ hint, ...props }: Omit<TextInputProps, 'type' | 'multiline'>): ReactNode {
  const timeZone = useTimeZone();
  const zone = useUiWords().timeZone(timeZone);
  return (
    <TextInput
      {...props}
      type={'date' as 'text'}
      hint={
        hint ? (
          <>
            {hint} {zone}
          </>
        ) : (
          zone
        )
      }
    />
  );
}

/** At least one of several things has to be chosen. Within a `fieldset` with them, it says so. */
export const ChosenInput = ({
  name,
  label,
  chosen,
}: {
  readonly name: string;
  readonly label: string;
  readonly chosen: readonly string[];
}): ReactNode => (
  <TextField name={name} aria-label={label} value={chosen.join(' ')} className="chosen" validationBehavior="aria" isRequired>
    <Input type="hidden" />
    {chosen.length === 0 && <FieldError className="field-error" />}
  </TextField>
);
