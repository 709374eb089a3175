import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
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
} from 'react-aria-components';
import { type Described, Hint } from './fields.tsx';

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
