import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Ago, Status } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { PageHead } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { byPages, ExportRows } from '../export-rows.tsx';
import { useListAddress } from '../list-address.ts';
import { Segments } from '../list-filters.tsx';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { STATUSES } from './filters.ts';

const PER_PAGE = 25;
type FailedEvent = Schema<'FailedEvent'>;

export function FailedEventsPage(): ReactNode {
  const { failedEvents: words } = useWords();
  const { noMatches } = useUiWords();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/failed-events');
  const { organization_id: id } = useOrganization();
  const { status } = search;
  const read = (from: number, limit: number) =>
    answer(api.GET('/v1/failed-events/', { params: { query: { organization_id: [id], status, page: from, limit } } }));
  const list = useQuery({
    queryKey: ['failed-events', id, status, page],
    placeholderData: keepPreviousData,
    ...live(),
    queryFn: () => read(page, PER_PAGE),
  });
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        <ExportRows file="failed-events" read={byPages(read)} />
        {useMay('failed_events:write') && <RetryAll />}
      </PageHead>
      <div className="filters">
        <Segments
          label={words.status}
          all={words.all}
          value={status}
          choices={STATUSES.map((each) => ({ id: each, label: words.statuses[each] }))}
          onChange={(chosen) => change({ status: chosen })}
        />
      </div>
      <PagedCard
        of={list}
        height={320}
        none={
          <NoRows
            icon={CircleCheck}
            words={{ ...words, noMatch: noMatches }}
            isFiltered={isFiltered}
            clear={words.clear}
            onClear={clear}
          />
        }
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <FailedEventTable events={items} />}
      </PagedCard>
    </>
  );
}

const useFailedEventsChanged = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['failed-events'] });
};

/** Retries all that wait, if any do. */
function RetryAll(): ReactNode {
  const { failedEvents: words } = useWords();
  const { organization_id } = useOrganization();
  const changed = useFailedEventsChanged();
  const [isAsking, setAsking] = useState(false);
  const waiting = useQuery({
    queryKey: ['failed-events', 'waiting', organization_id],
    ...live(),
    queryFn: () =>
      answer(
        api.GET('/v1/failed-events/', {
          params: { query: { organization_id: [organization_id], status: 'failed', limit: 1 } },
        }),
      ),
  }).data?.pagination.total_count;
  const retry = async (): Promise<void> => {
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    const { events } = await answer(api.POST('/v1/failed-events/retry', { headers, body: { organization_id } }));
    await changed();
    toast(words.retried(events));
  };
  if (!waiting && !isAsking) return null;
  return (
    <>
      <Button look="primary" icon={RotateCw} onPress={() => setAsking(true)}>
        {words.retryAll}
      </Button>
      <ConfirmDialog
        title={words.retryAllTitle}
        text={words.retryAllText}
        confirm={words.retryAll}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={retry}
      />
    </>
  );
}

function FailedEventTable({ events }: { readonly events: readonly FailedEvent[] }): ReactNode {
  const { failedEvents: words } = useWords();
  const { actions } = useUiWords();
  const mayRetry = useMay('failed_events:write');
  const columns: readonly Column<FailedEvent>[] = [
    {
      id: 'what',
      title: words.what,
      cell: ({ subscriber, event, event_number }) => (
        <>
          <strong>{inWords(subscriber)}</strong>
          <p className="faint small">
            <code>{event}</code> · {words.number(event_number)}
          </p>
        </>
      ),
    },
    { id: 'why', title: words.why, cell: ({ reason }) => words.reasons[reason] },
    { id: 'failed', title: words.failedAt, cell: ({ failed_at }) => <Ago at={failed_at} /> },
    {
      id: 'status',
      title: words.status,
      cell: ({ status }) => <Status tone={status === 'failed' ? 'bad' : 'warn'}>{words.statuses[status]}</Status>,
    },
  ];
  const retrying: Column<FailedEvent> = {
    id: 'actions',
    title: actions,
    isTitleHidden: true,
    cell: (event) => event.status === 'failed' && <Retry event={event} />,
  };
  return <Table label={words.title} columns={mayRetry ? [...columns, retrying] : columns} rows={events} rowId={({ id }) => id} />;
}

function Retry({ event: { id, event_number } }: { readonly event: FailedEvent }): ReactNode {
  const { failedEvents: words } = useWords();
  const textOf = useProblemText();
  const changed = useFailedEventsChanged();
  const [isPending, setPending] = useState(false);
  const retry = async (): Promise<void> => {
    setPending(true);
    try {
      const headers = { 'Idempotency-Key': newIdempotencyKey() };
      await answer(api.POST('/v1/failed-events/{id}/retry', { params: { path: { id } }, headers }));
      toast(words.retried(1));
    } catch (error) {
      badToast(textOf(error));
    }
    await changed();
    setPending(false);
  };
  return (
    <Button small icon={RotateCw} isPending={isPending} onPress={() => void retry()}>
      {words.retry}
      <span className="visually-hidden"> {words.number(event_number)}</span>
    </Button>
  );
}

/** The name of a part of the service as words: `IssueKeyWhenBenefitGranted` is "Issue key when benefit granted". */
export const inWords = (name: string): string =>
  name.replaceAll(/([a-z\d])([A-Z])/g, (_all, before: string, next: string) => `${before} ${next.toLowerCase()}`);
