import { type ReactNode, useState } from 'react';
import { dayOf } from '../../../../../libs/support/src/days/days.ts';
import { useTimeZone } from '../../../i18n/languages.tsx';
import { DayInput, TextInput } from '../../../ui/fields.tsx';
import { SwitchInput } from '../../../ui/switch-input.tsx';
import { useWholeNumber } from '../../../ui/whole-number.ts';
import { type FieldSettings, instantOf } from './field-settings.ts';
import type { CustomField } from './filters.ts';
import { OptionsInput } from './options-input.tsx';
import { useCustomFieldWords } from './words.ts';

interface SettingsProps {
  readonly settings: FieldSettings;
}

/** The settings that only fields of a type have. */
export function SettingsFields({ type, settings }: SettingsProps & { readonly type: CustomField['type'] }): ReactNode {
  switch (type) {
    case 'text':
      return <TextSettings settings={settings} />;
    case 'number':
      return <NumberSettings settings={settings} />;
    case 'date':
      return <DateSettings settings={settings} />;
    case 'select':
      return <OptionsInput stored={settings.options} />;
    case 'checkbox':
      return null;
  }
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

function TextSettings({ settings: { textarea, min_length, max_length } }: SettingsProps): ReactNode {
  const words = useCustomFieldWords();
  const count = useWholeNumber();
  const [hasLines, setHasLines] = useState(textarea ?? false);
  const common = { inputMode: 'numeric', hint: words.noLimit, maxLength: 10, check: count } as const;
  return (
    <>
      <SwitchInput label={words.textarea} isSelected={hasLines} onChange={setHasLines} />
      {hasLines && <input type="hidden" name="properties.textarea" value="true" />}
      <div className="form-row">
        <TextInput {...common} name="properties.min_length" label={words.minLength} defaultValue={textOf(min_length)} />
        <TextInput {...common} name="properties.max_length" label={words.maxLength} defaultValue={textOf(max_length)} />
      </div>
    </>
  );
}

const LEAST = -(2 ** 31);

function NumberSettings({ settings: { ge, le } }: SettingsProps): ReactNode {
  const words = useCustomFieldWords();
  const common = { hint: words.noLimit, maxLength: 11, check: useWholeNumber(LEAST) } as const;
  return (
    <div className="form-row">
      <TextInput {...common} name="properties.ge" label={words.lowest} defaultValue={textOf(ge)} />
      <TextInput {...common} name="properties.le" label={words.highest} defaultValue={textOf(le)} />
    </div>
  );
}

function DateSettings({ settings: { ge, le } }: SettingsProps): ReactNode {
  const words = useCustomFieldWords();
  const timeZone = useTimeZone();
  const dayIn = (seconds: number | undefined): string => (seconds === undefined ? '' : dayOf(instantOf(seconds), timeZone));
  return (
    <div className="form-row">
      <DayInput name="properties.ge" label={words.earliest} hint={words.noLimit} defaultValue={dayIn(ge)} />
      <DayInput name="properties.le" label={words.latest} hint={words.noLimit} defaultValue={dayIn(le)} />
    </div>
  );
}
