import { type ReactNode, useState } from 'react';
import { useUiWords } from '../../i18n/languages.tsx';
import { CheckboxInput } from '../../ui/checkbox.tsx';
import { ChosenInput } from '../../ui/fields.tsx';
import { SearchInput } from '../list-filters.tsx';
import { useWords } from '../words/index.ts';
import { EVENT_GROUPS } from './event-groups.ts';
import { type EventGroup, type EventType, GROUPS } from './event-types.ts';

interface EventChoiceProps {
  readonly chosen: ReadonlySet<EventType>;
  readonly onChange: (chosen: ReadonlySet<EventType>) => void;
}

/** The kinds of events that an endpoint wants. */
export function EventChoice({ chosen, onChange }: EventChoiceProps): ReactNode {
  const { webhooks: words } = useWords();
  const { noMatches } = useUiWords();
  const [text, setText] = useState('');
  const shown = GROUPS.map((group) => ({
    group,
    types: EVENT_GROUPS[group].filter((type) => type.includes(text.toLowerCase())),
  })).filter(({ types }) => types.length > 0);
  return (
    <fieldset className="event-choice">
      <legend>{words.events}</legend>
      <div className="row">
        <SearchInput label={words.searchEvents} placeholder={words.searchEvents} value={text} onSearch={setText} />
        <span className="faint small" role="status">
          {words.chosen(chosen.size)}
        </span>
      </div>
      <ChosenInput name="events" label={words.events} chosen={[...chosen]} />
      {shown.length === 0 && <p className="faint">{noMatches}</p>}
      {shown.map(({ group, types }) => (
        <Group key={group} group={group} types={types} chosen={chosen} onChange={onChange} />
      ))}
    </fieldset>
  );
}

/** A group of kinds; its head chooses all of those that are shown. */
function Group({
  group,
  types,
  chosen,
  onChange,
}: EventChoiceProps & { readonly group: EventGroup; readonly types: readonly EventType[] }): ReactNode {
  const { webhooks: words } = useWords();
  const some = types.filter((type) => chosen.has(type)).length;
  const choose = (these: readonly EventType[], isChosen: boolean): void => {
    const changed = new Set(chosen);
    for (const type of these) {
      if (isChosen) changed.add(type);
      else changed.delete(type);
    }
    onChange(changed);
  };
  return (
    <div className="event-group">
      <CheckboxInput
        label={<strong>{words.groups[group]}</strong>}
        isSelected={some === types.length}
        isIndeterminate={some > 0 && some < types.length}
        onChange={(isChosen) => choose(types, isChosen)}
      />
      {group === 'extensions' && <p className="faint small">{words.extensionsHint}</p>}
      <div className="event-boxes">
        {types.map((type) => (
          <CheckboxInput
            key={type}
            label={<code>{type}</code>}
            isSelected={chosen.has(type)}
            onChange={(isChosen) => choose([type], isChosen)}
          />
        ))}
      </div>
    </div>
  );
}
