import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { type Choice, SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { useWords } from '../words/index.ts';
import {
  type ClauseDraft,
  CONJUNCTIONS,
  type GroupDraft,
  isGroup,
  newClause,
  newGroup,
  OPERATORS,
  VALUE_TYPES,
} from './filter-draft.ts';

const choicesOf = <Value extends string>(ids: readonly Value[], labels: Record<Value, string>): readonly Choice<Value>[] =>
  ids.map((id) => ({ id, label: labels[id] }));

/** A group of conditions and of further groups. `path` is its name in the request. */
export function GroupEditor({
  group,
  onChange,
  onRemove,
  path = 'filter',
  number = '',
}: {
  readonly group: GroupDraft;
  readonly onChange: (group: GroupDraft) => void;
  readonly onRemove?: () => void;
  readonly path?: string;
  /** The place within the groups around it: `2.1`. */
  readonly number?: string;
}): ReactNode {
  const { meterEditor: words } = useWords();
  const { parts } = group;
  const setParts = (changed: GroupDraft['parts']): void => onChange({ ...group, parts: changed });
  const name = number ? words.group(number) : words.filter;
  return (
    <div role="group" aria-label={name} className="filter-group">
      {(parts.length > 1 || onRemove) && (
        <div className="head">
          <SelectInput
            bare
            label={`${words.conjunction}: ${name}`}
            value={group.conjunction}
            choices={choicesOf(CONJUNCTIONS, words.conjunctions)}
            onChange={(conjunction) => onChange({ ...group, conjunction })}
          />
          {onRemove && <IconButton small label={words.remove(name)} icon={X} onPress={onRemove} />}
        </div>
      )}
      {parts.map((part, index) => {
        const place = number ? `${number}.${index + 1}` : String(index + 1);
        const common = { path: `${path}.clauses.${index}`, number: place, onRemove: () => setParts(parts.toSpliced(index, 1)) };
        const change = (changed: typeof part): void => setParts(parts.with(index, changed));
        return isGroup(part) ? (
          <GroupEditor key={part.key} {...common} group={part} onChange={change} />
        ) : (
          <ClauseEditor key={part.key} {...common} clause={part} onChange={change} />
        );
      })}
      <div className="row">
        <Button small icon={Plus} onPress={() => setParts([...parts, newClause()])}>
          {words.addClause}
        </Button>
        <Button small look="quiet" icon={Plus} onPress={() => setParts([...parts, newGroup([newClause()])])}>
          {words.addGroup}
        </Button>
      </div>
    </div>
  );
}

function ClauseEditor({
  clause,
  onChange,
  onRemove,
  path,
  number,
}: {
  readonly clause: ClauseDraft;
  readonly onChange: (clause: ClauseDraft) => void;
  readonly onRemove: () => void;
  readonly path: string;
  readonly number: string;
}): ReactNode {
  const { meterEditor: words } = useWords();
  const { property, operator, type, value } = clause;
  const name = words.clause(number);
  return (
    <div role="group" aria-label={name} className="clause">
      <TextInput
        name={`${path}.property`}
        label={words.clauseProperty}
        value={property}
        onChange={(text) => onChange({ ...clause, property: text })}
      />
      <SelectInput
        label={words.operator}
        value={operator}
        choices={choicesOf(OPERATORS, words.operators)}
        onChange={(id) => onChange({ ...clause, operator: id })}
      />
      <SelectInput
        label={words.type}
        value={type}
        choices={choicesOf(VALUE_TYPES, words.types)}
        onChange={(id) => onChange({ ...clause, type: id, value: id === 'truth' ? 'true' : value })}
      />
      {type === 'truth' ? (
        <SelectInput
          name={`${path}.value`}
          label={words.value}
          value={value}
          choices={choicesOf(['true', 'false'], words.truths)}
          onChange={(id) => onChange({ ...clause, value: id })}
        />
      ) : (
        <TextInput
          name={`${path}.value`}
          label={words.value}
          value={value}
          inputMode={type === 'number' ? 'numeric' : 'text'}
          onChange={(text) => onChange({ ...clause, value: text })}
        />
      )}
      <IconButton small label={words.remove(name)} icon={X} onPress={onRemove} />
    </div>
  );
}
