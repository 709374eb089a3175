import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago, Status, type Tone } from '../../ui/display.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useOrganization } from '../context.ts';
import { sentencesOf, type ToldChange } from '../history/sentences.ts';
import { useTelling, useWho } from '../history/story.tsx';
import { useWords } from '../words/index.ts';
import { useActorName, useTypeName } from './actors.ts';

type Entry = Schema<'AuditLogEntry'>;
const TONES: Record<Entry['action'], Tone> = { created: 'good', updated: 'warn', deleted: 'bad', performed: 'idle' };
const FEW = 3;
/** The pages of what entries are about. */
const PAGES = {
  benefit: '/$slug/benefits/$id',
  connector: '/$slug/connectors/$id',
  customer: '/$slug/customers/$id',
  license_key: '/$slug/keys/$id',
  meter: '/$slug/meters/$id',
  order: '/$slug/orders/$id',
  product: '/$slug/products/$id',
  subscription: '/$slug/subscriptions/$id',
  webhook_endpoint: '/$slug/webhooks/$id',
} as const;
const hasPage = (type: string): type is keyof typeof PAGES => type in PAGES;

/** Leads to the record of an entry, if it has a page. */
function Record({
  resource: { type, id },
  isGone,
  children,
}: {
  readonly resource: Entry['resource'];
  readonly isGone: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { slug } = useOrganization();
  if (isGone || !hasPage(type)) return children;
  return (
    <Link to={PAGES[type]} params={{ slug, id }}>
      {children}
    </Link>
  );
}

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
  const who = useWho();
  const telling = useTelling();
  const fieldsOf = ({ changes }: Entry): string => {
    const names = Object.keys(changes ?? {});
    const more = names.length > FEW ? ` ${words.moreFields(names.length - FEW)}` : '';
    return names.slice(0, FEW).join(', ') + more || '–';
  };
  const columns: readonly Column<Entry>[] = [
    {
      id: 'resource',
      title: words.what,
      cell: ({ resource, action, actor, changes }) => (
        <div className="audit-resource">
          {sentencesOf(
            { type: resource.type, action, changes: (changes ?? null) as ToldChange['changes'] },
            who(actor),
            telling,
          ).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p className="faint small">
            <Record resource={resource} isGone={action === 'deleted'}>
              {typeName(resource.type)}
            </Record>
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
