import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ChoiceField, choicesOf, OptionalSection } from '../form-fields.tsx';
import { useWords } from '../words/index.ts';
import { CountField } from './count-field.tsx';
import type { Policy } from './key-properties.ts';

type Devices = NonNullable<Policy['devices']>;

const AT = 'properties.policy.devices';
const MOST_CLASSES = 16;

/** On which devices keys are activated, beyond how many they are. */
export function DevicesPolicyFields({ devices }: { readonly devices: Devices | undefined }): ReactNode {
  const { policy: words } = useWords();
  return (
    <OptionalSection label={words.devices} hint={words.devicesHint} defaultOn={Boolean(devices)}>
      <MatchFields match={devices?.match} />
      <ChoiceField
        name={`${AT}.virtual`}
        label={words.virtual}
        choices={choicesOf(words.virtuals)}
        absent="allow"
        defaultValue={devices?.virtual ?? 'allow'}
      />
      <ClassFields classes={devices?.classes ?? []} />
      <OptionalSection label={words.swaps} hint={words.swapsHint} defaultOn={Boolean(devices?.swaps)}>
        <div className="form-row">
          <CountField name={`${AT}.swaps.limit`} label={words.swapLimit} value={devices?.swaps?.limit ?? 2} />
          <ChoiceField
            name={`${AT}.swaps.every`}
            label={words.every}
            choices={choicesOf(words.periods)}
            defaultValue={devices?.swaps?.every ?? 'month'}
          />
        </div>
      </OptionalSection>
    </OptionalSection>
  );
}

/** How many components of a device have to match: a word, or a number. */
function MatchFields({ match }: { readonly match: Devices['match'] }): ReactNode {
  const { policy: words } = useWords();
  const [chosen, setChosen] = useState(typeof match === 'object' ? ('at_least' as const) : (match ?? ('none' as const)));
  return (
    <>
      <SelectInput label={words.match} value={chosen} choices={choicesOf(words.matches)} onChange={setChosen} />
      {chosen === 'at_least' && (
        <CountField name={`${AT}.match.at_least`} label={words.atLeast} value={typeof match === 'object' ? match.at_least : 3} />
      )}
      {chosen !== 'at_least' && chosen !== 'none' && <input type="hidden" name={`${AT}.match`} value={chosen} />}
    </>
  );
}

function ClassFields({ classes }: { readonly classes: NonNullable<Devices['classes']> }): ReactNode {
  const { policy: words } = useWords();
  const { removeOf } = useUiWords();
  const [rows, setRows] = useState(() => classes.map((each) => ({ ...each, id: crypto.randomUUID() })));
  return (
    <fieldset className="group">
      <legend>{words.classes}</legend>
      {rows.map((row, index) => (
        <div key={row.id} className="tier">
          <TextInput
            name={`${AT}.classes.${index}.class`}
            label={words.classOf(index + 1)}
            defaultValue={row.class}
            maxLength={32}
            isRequired
          />
          <CountField name={`${AT}.classes.${index}.limit`} label={words.classLimit(index + 1)} value={row.limit} />
          <IconButton
            label={removeOf(words.classOf(index + 1))}
            icon={X}
            onPress={() => setRows(rows.filter(({ id }) => id !== row.id))}
          />
        </div>
      ))}
      {rows.length < MOST_CLASSES && (
        <div className="row">
          <Button small icon={Plus} onPress={() => setRows([...rows, { id: crypto.randomUUID(), class: '', limit: 1 }])}>
            {words.addClass}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
