import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox, RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Ago, Status } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { useListAddress } from '../list-address.ts';
import { Segments } from '../list-filters.tsx';
import { NoRows } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { EVENT_STATUSES } from './filters.ts';
import { TONES } from './tones.ts';

const PER_PAGE = 20;
type Event = Schema<'ConnectorEvent'>;

/** What the provider has sent, and what became of it. */
export function ConnectorEvents({ id }: { readonly id: string }): ReactNode {
  const { connectors: words } = useWords();
  const { actions } = useUiWords();
  const { number } = useFormats();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/connectors/$id');
  const { status } = search;
  const mayChange = useMay('webhooks:write');
  const textOf = useProblemText();
  const queries = useQueryClient();
  const [shown, setShown] = useState<Event | null>(null);
  const events = useQuery({
    queryKey: ['connector-events', id, status, page],
    ...live(),
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/connectors/{id}/events', { params: { path: { id }, query: { status, page, limit: PER_PAGE } } })),
  });
  const retry = async (event: Event): Promise<void> => {
    try {
      const params = { path: { id, event_id: event.id } };
      const headers = { 'Idempotency-Key': newIdempotencyKey() };
      await answer(api.POST('/v1/connectors/{id}/events/{event_id}/retry', { params, headers }));
      await queries.invalidateQueries({ queryKey: ['connector-events', id] });
      toast(words.retried);
    } catch (error) {
      badToast(textOf(error));
    }
  };
  const columns: readonly Column<Event>[] = [
    {
      id: 'type',
      title: words.event,
      cell: ({ type, problem }) => (
        <div>
          <code>{type}</code>
          {problem && <p className="faint small">{problem}</p>}
        </div>
      ),
    },
    {
      id: 'status',
      title: words.state,
      cell: (event) => <Status tone={TONES[event.status]}>{words.statuses[event.status]}</Status>,
    },
    { id: 'when', title: words.when, cell: ({ occurred_at }) => <Ago at={occurred_at} /> },
    {
      id: 'actions',
      title: actions,
      isTitleHidden: true,
      cell: (event) => (
        <div className="row end">
          {mayChange && event.status !== 'processed' && (
            <Button small look="quiet" icon={RotateCw} onPress={() => void retry(event)}>
              {words.retry}
              <span className="visually-hidden"> {event.type}</span>
            </Button>
          )}
          <Button small look="quiet" onPress={() => setShown(event)}>
            {words.show}
            <span className="visually-hidden"> {event.type}</span>
          </Button>
        </div>
      ),
    },
  ];
  return (
    <>
      <div className="filters">
        <Segments
          label={words.state}
          all={words.all}
          value={status}
          choices={EVENT_STATUSES.map((each) => ({ id: each, label: words.statuses[each] }))}
          onChange={(chosen) => change({ status: chosen })}
        />
      </div>
      <Loaded of={events} waiting={<SkeletonCards count={1} height={320} />}>
        {({ items, pagination }) => (
          <Card flush title={words.events} note={number(pagination.total_count)}>
            {items.length > 0 ? (
              <Table label={words.events} columns={columns} rows={items} rowId={(each) => each.id} />
            ) : (
              <NoRows
                icon={Inbox}
                words={{ none: words.noEvents, noneText: words.noEventsText, noMatch: words.noMatch }}
                isFiltered={isFiltered}
                clear={words.clear}
                onClear={clear}
              />
            )}
            {pagination.max_page > 1 && (
              <Pager
                summary={words.totalEvents(number(pagination.total_count))}
                page={page}
                pages={pagination.max_page}
                onPage={toPage}
              />
            )}
          </Card>
        )}
      </Loaded>
      {shown && <EventDialog connectorId={id} event={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** What the provider sent, as it sent it. */
function EventDialog({
  connectorId,
  event,
  onClose,
}: {
  readonly connectorId: string;
  readonly event: Event;
  readonly onClose: () => void;
}): ReactNode {
  const { connectors: words } = useWords();
  const { close: closeWord } = useUiWords();
  const details = useQuery({
    queryKey: ['connector-events', connectorId, 'one', event.id],
    queryFn: () =>
      answer(api.GET('/v1/connectors/{id}/events/{event_id}', { params: { path: { id: connectorId, event_id: event.id } } })),
  });
  return (
    <Dialog wide title={event.type} isOpen onClose={onClose}>
      <p className="faint">
        {words.externalId} <code>{event.external_id}</code>
      </p>
      <Loaded of={details}>
        {({ payload }) => (
          <figure>
            <figcaption className="faint small">{words.payload}</figcaption>
            <pre className="payload">{readable(payload)}</pre>
          </figure>
        )}
      </Loaded>
      <div className="dialog-actions">
        <Button onPress={onClose}>{closeWord}</Button>
      </div>
    </Dialog>
  );
}

function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
