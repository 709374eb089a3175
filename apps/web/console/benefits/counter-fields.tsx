import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ChoiceField, choicesOf } from '../form-fields.tsx';
import { useWords } from '../words/index.ts';
import { CountField } from './count-field.tsx';
import type { Policy } from './key-properties.ts';

const AT = 'properties.policy.counters';
const MOST_COUNTERS = 16;

/** What keys count beside their usage. */
export function CounterFields({ counters }: { readonly counters: Policy['counters'] }): ReactNode {
  const { policy: words } = useWords();
  const { removeOf } = useUiWords();
  const [rows, setRows] = useState(() =>
    Object.entries(counters ?? {}).map(([name, rules]) => ({ name, ...rules, id: crypto.randomUUID() })),
  );
  return (
    <fieldset className="group">
      <legend>{words.counters}</legend>
      {rows.map((row, index) => (
        <fieldset key={row.id} className="group">
          <legend>{words.counterOf(index + 1)}</legend>
          <div className="tier">
            <TextInput
              name={`${AT}.${index}.name`}
              label={words.counterName}
              hint={words.counterNameHint}
              defaultValue={row.name}
              maxLength={40}
              isRequired
            />
            <IconButton
              label={removeOf(words.counterOf(index + 1))}
              icon={X}
              onPress={() => setRows(rows.filter(({ id }) => id !== row.id))}
            />
          </div>
          <div className="form-row">
            <CountField name={`${AT}.${index}.limit`} label={words.counterLimit} value={row.limit} />
            <ChoiceField
              name={`${AT}.${index}.period`}
              label={words.every}
              choices={choicesOf({ never: words.never, ...words.periods })}
              absent="never"
              defaultValue={row.period ?? 'never'}
            />
          </div>
          <div className="form-row">
            <CountField name={`${AT}.${index}.overdraft`} label={words.counterOverdraft} value={row.overdraft} />
            <CountField name={`${AT}.${index}.rollover`} label={words.counterRollover} value={row.rollover} />
          </div>
        </fieldset>
      ))}
      {rows.length < MOST_COUNTERS && (
        <div className="row">
          <Button small icon={Plus} onPress={() => setRows([...rows, { id: crypto.randomUUID(), name: '' }])}>
            {words.addCounter}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
