import { Check, ChevronDown } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Switch,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from 'react-aria-components';
import { useTimeZone, useUiWords } from '../i18n/languages.tsx';
import { checkedBy, type FieldCheck } from './field-checks.ts';

interface Described {
  readonly label: string;
  readonly hint?: ReactNode;
}

const Hint = ({ children }: { readonly children: ReactNode }): ReactNode =>
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
  ...props
}: TextInputProps): ReactNode {
  const input = { ref: checkedBy(check), className: `input ${inputClass}`, placeholder, onInput: forgetProblem };
  return (
    <TextField {...props} className="field" validationBehavior="aria" {...(bare ? { 'aria-label': label } : {})}>
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

export interface Choice<Value extends string> {
  readonly id: Value;
  readonly label: string;
}

interface ChoiceProps<Value extends string> extends Described {
  readonly name?: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string;
  /** Shows only the control; the label is its name for screen readers. */
  readonly bare?: boolean;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
}

const Option = <Value extends string>({ id, label }: Choice<Value>): ReactNode => (
  <ListBoxItem id={id} textValue={label} className="option">
    {({ isSelected }) => (
      <>
        {label}
        {isSelected && <Check aria-hidden className="tick" />}
      </>
    )}
  </ListBoxItem>
);

/** One of a few values. */
export function SelectInput<Value extends string>({
  label,
  hint,
  choices,
  value,
  onChange,
  bare,
  ...props
}: ChoiceProps<Value>): ReactNode {
  return (
    <Select
      {...props}
      className="field"
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as Value)}
      validationBehavior="aria"
      {...(bare ? { 'aria-label': label } : {})}
    >
      {!bare && <Label className="label">{label}</Label>}
      <Button className="input select-button">
        <SelectValue />
        <ChevronDown aria-hidden />
      </Button>
      <Hint>{hint}</Hint>
      <FieldError className="field-error" />
      <Popover className="popover">
        <ListBox className="options" items={choices}>
          {Option}
        </ListBox>
      </Popover>
    </Select>
  );
}

/** One of many values, found by typing a part of its label. */
export function ComboInput<Value extends string>({
  label,
  hint,
  choices,
  value,
  onChange,
  bare,
  placeholder,
  showAll,
  ...props
}: Omit<ChoiceProps<Value>, 'onChange'> & {
  readonly onChange: (value: Value | null) => void;
  readonly showAll: string;
}): ReactNode {
  return (
    <ComboBox
      {...props}
      className="field"
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as Value | null)}
      defaultItems={choices}
      validationBehavior="aria"
      {...(bare ? { 'aria-label': label } : {})}
    >
      {!bare && <Label>{label}</Label>}
      <div className="input combo">
        <Input placeholder={placeholder} />
        <Button aria-label={showAll}>
          <ChevronDown aria-hidden />
        </Button>
      </div>
      <Hint>{hint}</Hint>
      <FieldError className="field-error" />
      <Popover className="popover">
        <ListBox className="options">{Option}</ListBox>
      </Popover>
    </ComboBox>
  );
}

export function SwitchInput({
  label,
  isSelected,
  onChange,
  isDisabled,
}: {
  readonly label: string;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}): ReactNode {
  return (
    <Switch className="switch" isSelected={isSelected} onChange={onChange} isDisabled={isDisabled}>
      <span className="track" aria-hidden />
      {label}
    </Switch>
  );
}
