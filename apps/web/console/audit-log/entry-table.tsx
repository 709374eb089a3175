import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago, Status, type Tone } from '../../ui/display.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useWords } from '../words/index.ts';
import { useActorName, useTypeName } from './actors.ts';

type Entry = Schema<'AuditLogEntry'>;
const TONES: Record<Entry['action'], Tone> = { created: 'good', updated: 'warn', deleted: 'bad', performed: 'idle' };
const FEW = 3;

export function EntryTable({
  entries,
  onShow,
}: {
  readonly entries: readonly Entry[];
  readonly onShow: (entry: Entry) => void;
}): ReactNode {
  const { auditLog: words } = useWords();
  const { actions } = useUiWords();
  const actorName = useActorName();
  const typeName = useTypeName();
  const fieldsOf = ({ changes }: Entry): string => {
    const names = Object.keys(changes ?? {});
    const more = names.length > FEW ? ` ${words.moreFields(names.length - FEW)}` : '';
    return names.slice(0, FEW).join(', ') + more || '–';
  };
  const columns: readonly Column<Entry>[] = [
    {
      id: 'resource',
      title: words.what,
      cell: ({ resource, operation }) => (
        <div className="audit-resource">
          {typeName(resource.type)}
          <p className="faint small">
            <code>{operation}</code>
          </p>
        </div>
      ),
    },
    {
      id: 'action',
      title: words.action,
      cell: ({ action }) => <Status tone={TONES[action]}>{words.actions[action]}</Status>,
    },
    {
      id: 'fields',
      title: words.fields,
      cell: (entry) => <span className="audit-fields">{entry.action === 'updated' ? fieldsOf(entry) : '–'}</span>,
    },
    { id: 'who', title: words.who, cell: ({ actor }) => <span className="audit-actor">{actorName(actor)}</span> },
    { id: 'when', title: words.when, cell: ({ created_at }) => <Ago at={created_at} /> },
    {
      id: 'actions',
      title: actions,
      isTitleHidden: true,
      cell: (entry) => (
        <div className="row end">
          <Button small look="quiet" onPress={() => onShow(entry)}>
            {words.details}
            <span className="visually-hidden"> {typeName(entry.resource.type)}</span>
          </Button>
        </div>
      ),
    },
  ];
  return <Table label={words.title} columns={columns} rows={entries} rowId={({ id }) => id} />;
}
