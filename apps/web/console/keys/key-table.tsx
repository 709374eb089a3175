import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useFormats } from '../../i18n/languages.tsx';
import { Ago, Bar, Day } from '../../ui/display.tsx';
import { CheckboxInput } from '../../ui/checkbox.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { type FoundKey, useOrganization } from '../context.ts';
import { Person } from '../customers/person.tsx';
import { useWords } from '../words/index.ts';
import { KeyStatusBadge } from './key-status.tsx';

const RowTags = lazy(async () => ({ default: (await import('../tags/row-tags.tsx')).RowTags }));

/** The keys that are chosen, by their ids. */
export interface KeySelection {
  readonly has: (id: string) => boolean;
  readonly choose: (id: string, isChosen: boolean) => void;
}

/** `isOfOne`: all of them belong to one customer, whose page it is. */
export function KeyTable({
  rows,
  isOfOne,
  selection,
}: {
  readonly rows: readonly FoundKey[];
  readonly isOfOne?: boolean;
  readonly selection?: KeySelection;
}): ReactNode {
  const { keys: words } = useWords();
  const { number } = useFormats();
  const { slug } = useOrganization();
  const columns: readonly Column<FoundKey>[] = [
    {
      id: 'key',
      title: words.key,
      cell: ({ id, display_key, tags }) => (
        <div className="chosen-key">
          {selection && (
            <CheckboxInput
              label={<span className="visually-hidden">{words.choose}</span>}
              of={display_key}
              isSelected={selection.has(id)}
              onChange={(isChosen) => selection.choose(id, isChosen)}
            />
          )}
          <Link to="/$slug/keys/$id" params={{ slug, id }} className="mono">
            {display_key}
          </Link>
          {tags.length > 0 && (
            <Suspense>
              <RowTags kind="license_key" tags={tags} />
            </Suspense>
          )}
        </div>
      ),
    },
    { id: 'customer', title: words.customer, cell: ({ customer }) => <Person {...customer} /> },
    { id: 'status', title: words.status, cell: (row) => <KeyStatusBadge {...row} /> },
    {
      id: 'devices',
      title: words.devices,
      isNumber: true,
      cell: ({ activation_count: count, limit_activations: limit }) =>
        limit === null ? '–' : `${number(count)} / ${number(limit)}`,
    },
    {
      id: 'usage',
      title: words.usage,
      cell: ({ usage, limit_usage: limit }) =>
        limit === null ? (
          number(usage)
        ) : (
          <div>
            <span className="small">
              {number(usage)} / {number(limit)}
            </span>
            <Bar value={usage} limit={limit} label={words.usage} />
          </div>
        ),
    },
    { id: 'validations', title: words.validations, isNumber: true, cell: ({ validations }) => number(validations) },
    {
      id: 'last',
      title: words.lastValidated,
      cell: ({ last_validated_at: at }) => (at ? <Ago at={at} /> : <span className="faint">{words.never}</span>),
    },
    {
      id: 'expires',
      title: words.expires,
      cell: ({ expires_at: at }) => (at ? <Day at={at} /> : <span className="faint">{words.never}</span>),
    },
  ];
  const shown = isOfOne ? columns.filter(({ id }) => !['customer', 'validations', 'usage'].includes(id)) : columns;
  return <Table label={words.title} columns={shown} rows={rows} rowId={({ id }) => id} />;
}
