import { type ReactNode, useState } from 'react';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { choicesOf } from '../form-fields.tsx';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { unitNameOf } from '../nested-values.ts';
import { useWords } from '../words/index.ts';

const SECONDS = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const;
type Unit = keyof typeof SECONDS;

const largestUnitOf = (seconds: number): Unit =>
  (['day', 'hour', 'minute'] as const).find((unit) => seconds >= SECONDS[unit] && seconds % SECONDS[unit] === 0) ?? 'second';

/** A time span that the API takes in seconds. */
export function DurationField({
  name,
  label,
  hint,
  seconds,
  unit: usualUnit,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly seconds: number | undefined;
  /** Without a value. */
  readonly unit: Unit;
}): ReactNode {
  const { policy: words } = useWords();
  const [unit, setUnit] = useState<Unit>(seconds ? largestUnitOf(seconds) : usualUnit);
  return (
    <div className="duration">
      <TextInput
        name={name}
        inputMode="numeric"
        label={label}
        hint={hint}
        maxLength={9}
        check={useWholeNumber()}
        defaultValue={seconds === undefined ? '' : String(seconds / SECONDS[unit])}
      />
      <SelectInput label={words.unitOf(label)} value={unit} choices={choicesOf(words.units)} onChange={setUnit} />
      <input type="hidden" name={unitNameOf(name)} value={SECONDS[unit]} />
    </div>
  );
}
