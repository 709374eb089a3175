import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/languages.tsx';
import { Ago } from '../../ui/display.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useOrganization } from '../context.ts';
import { Person } from '../customers/person.tsx';
import { useWords } from '../words/index.ts';
import type { UsageEvent } from './filters.ts';

export function EventTable({ rows, label }: { readonly rows: readonly UsageEvent[]; readonly label: string }): ReactNode {
  const { events: words } = useWords();
  const { number } = useFormats();
  const { slug } = useOrganization();
  const columns: readonly Column<UsageEvent>[] = [
    {
      id: 'event',
      title: words.event,
      cell: ({ id, label: text, name, voided_at }) => (
        <>
          <Link to="/$slug/events/$id" params={{ slug, id }}>
            {text}
          </Link>
          {text !== name && <p className="faint small mono">{name}</p>}
          {voided_at && <p className="faint small">{words.voided}</p>}
        </>
      ),
    },
    { id: 'customer', title: words.customer, cell: (event) => <EventCustomer event={event} /> },
    { id: 'source', title: words.source, cell: ({ source }) => words.sources[source] },
    {
      id: 'children',
      title: words.children,
      isNumber: true,
      cell: ({ child_count: count }) => (count > 0 ? number(count) : '–'),
    },
    { id: 'time', title: words.time, cell: ({ timestamp }) => <Ago at={timestamp} /> },
  ];
  return <Table label={label} columns={columns} rows={rows} rowId={({ id }) => id} />;
}

/** Whom an event is about: a customer, or an external id that no customer has. */
export function EventCustomer({ event: { customer, external_customer_id } }: { readonly event: UsageEvent }): ReactNode {
  const { events: words } = useWords();
  if (customer) return <Person id={customer.id} name={customer.name} email={customer.email ?? null} />;
  return external_customer_id ? <code>{external_customer_id}</code> : <span className="faint">{words.unknownCustomer}</span>;
}
