import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { DayFilter } from '../list-filters.tsx';
import { ListFilters } from '../saved-views/saved-views.tsx';
import { useWords } from '../words/index.ts';
import { useMembers, useTypeName } from './actors.ts';
import { type AuditSearch, RESOURCE_TYPES } from './filters.ts';

const ALL = 'all';

/** What is shown of the log. All of it is in the address. */
export function AuditFilters({
  search,
  onChange,
}: {
  readonly search: AuditSearch;
  readonly onChange: (changes: Partial<AuditSearch>) => void;
}): ReactNode {
  const { auditLog: words } = useWords();
  const nameOf = useTypeName();
  const members = useMembers();
  const { actor, type, from, until } = search;
  const actors = members.map(({ user_id, email }) => ({ id: user_id, label: email }));
  const isOther = actor !== undefined && !actors.some(({ id }) => id === actor);
  const types = RESOURCE_TYPES.map((id) => ({ id: id as string, label: nameOf(id) }));
  return (
    <>
      <ListFilters list="audit_log">
        <SelectInput
          bare
          label={words.who}
          value={actor ?? ALL}
          choices={[{ id: ALL, label: words.everybody }, ...actors, ...(isOther ? [{ id: actor, label: words.other }] : [])]}
          onChange={(id) => onChange({ actor: id === ALL ? undefined : id })}
        />
        <SelectInput
          bare
          label={words.what}
          value={type ?? ALL}
          choices={[{ id: ALL, label: words.everything }, ...types.toSorted((a, b) => a.label.localeCompare(b.label))]}
          onChange={(id) => onChange({ type: id === ALL ? undefined : id })}
        />
        <div className="days">
          <DayFilter label={words.from} value={from} onChange={(day) => onChange({ from: day })} />
          <DayFilter label={words.until} value={until} onChange={(day) => onChange({ until: day })} />
        </div>
      </ListFilters>
      <Narrowed search={search} onChange={onChange} />
    </>
  );
}

/** What was chosen in entries, and the way back. */
function Narrowed({ search, onChange }: Parameters<typeof AuditFilters>[0]): ReactNode {
  const { auditLog: words } = useWords();
  const names = { ...words.narrowed, request: words.request };
  const chosen = (['operation', 'resource', 'customer', 'request'] as const).flatMap((name) => {
    const value = search[name];
    return value === undefined ? [] : [{ name, value }];
  });
  if (chosen.length === 0) return null;
  return (
    <div className="row narrowed">
      {chosen.map(({ name, value }) => (
        <Button key={name} small icon={X} onPress={() => onChange({ [name]: undefined })}>
          <span className="visually-hidden">{words.remove} </span>
          {names[name]} <code>{value}</code>
        </Button>
      ))}
    </div>
  );
}
