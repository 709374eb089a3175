import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Input, SearchField, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { Choice } from '../ui/choices.tsx';
import { TextInput } from '../ui/fields.tsx';

const TYPED_MS = 250;
const ALL = 'all';

/** A text that is looked for when nothing was typed for a moment. */
export function SearchInput({
  label,
  placeholder,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}): ReactNode {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(text.trim()), TYPED_MS);
    return () => clearTimeout(timer);
  });
  return (
    <SearchField aria-label={label} value={text} onChange={setText} onSubmit={(all) => onSearch(all.trim())} className="search">
      <Search aria-hidden />
      <Input className="input" placeholder={placeholder} />
    </SearchField>
  );
}

/** One of a few states, or all of them (`undefined`). */
export function Segments<Value extends string>({
  label,
  all,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly value: Value | undefined;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value | undefined) => void;
}): ReactNode {
  return (
    <ToggleButtonGroup
      className="segments"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value ?? ALL]}
      onSelectionChange={(chosen) => onChange(choices.find(({ id }) => chosen.has(id))?.id)}
    >
      {[{ id: ALL, label: all }, ...choices].map((each) => (
        <ToggleButton key={each.id} id={each.id} className="segment">
          {each.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** A day that limits a list, as 2026-11-26. */
export function DayFilter({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}): ReactNode {
  return (
    <TextInput
      label={label}
      type={'date' as 'text'}
      value={value ?? ''}
      onChange={(day) => onChange(day === '' ? undefined : day)}
    />
  );
}
