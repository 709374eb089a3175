import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { RotateCw, Send } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Ago } from '../../ui/display.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { live } from '../../ui/live.ts';
import { Card, Empty, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { byPages, ExportRows } from '../export-rows.tsx';
import { isFiltered } from '../list-address.ts';
import { Segments } from '../list-filters.tsx';
import { useWords } from '../words/index.ts';
import { AttemptStatus, type Delivery, stateOf } from './attempt.tsx';
import { DeliveredEventDialog } from './delivered-event.tsx';
import type { Endpoint } from './endpoint-form.tsx';
import { EVENT_TYPES, type EventType } from './event-types.ts';
import { deliveryFilter, type EndpointSearch, OUTCOMES, type Period, PERIODS } from './filters.ts';
import { RedeliverDialog } from './redeliver.tsx';

const PER_PAGE = 20;
const ALL = 'all';
const route = getRouteApi('/$slug/webhooks/$id');

/** The attempts to deliver events to an endpoint. */
export function Deliveries({ endpoint }: { readonly endpoint: Endpoint }): ReactNode {
  const { webhooks: words } = useWords();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayRedeliver = useMay('webhooks:write');
  const [isRedelivering, setRedelivering] = useState(false);
  const [now, setNow] = useState(() => new Date());
  const filter = useMemo(() => deliveryFilter(search, now), [search, now]);
  const { page = 1, event } = search;
  const read = (from: number, limit: number) => {
    const query = { ...filter, endpoint_id: [endpoint.id], page: from, limit };
    return answer(api.GET('/v1/webhooks/deliveries', { params: { query } }));
  };
  const list = useQuery({
    queryKey: ['webhooks', 'deliveries', endpoint.id, filter, page],
    placeholderData: keepPreviousData,
    ...live(),
    queryFn: () => read(page, PER_PAGE),
  });
  const refresh = (): void => {
    setNow(new Date());
    void list.refetch();
  };
  const change = (changes: EndpointSearch): void => void navigate({ search: changes, replace: true });
  return (
    <Card
      flush
      title={words.deliveries}
      end={
        <>
          {mayRedeliver && (
            <Button small icon={Send} onPress={() => setRedelivering(true)}>
              {words.redeliverMany}
            </Button>
          )}
          <ExportRows small file="deliveries" read={byPages(read)} />
          <IconButton small label={words.refresh} icon={RotateCw} onPress={refresh} />
        </>
      }
    >
      <div className="card-body">
        <DeliveryFilters search={search} onChange={change} />
      </div>
      <Loaded of={list} waiting={<SkeletonCards count={1} height={320} />}>
        {({ items, pagination }) => (
          <>
            {items.length === 0 ? (
              <NoDeliveries search={search} onClear={() => change({})} />
            ) : (
              <DeliveryTable endpointId={endpoint.id} deliveries={items} />
            )}
            <DeliveryPager
              count={pagination.total_count}
              page={page}
              pages={pagination.max_page}
              onPage={(to) => change({ ...search, page: to })}
            />
          </>
        )}
      </Loaded>
      {event && (
        <DeliveredEventDialog endpointId={endpoint.id} eventId={event} onClose={() => change({ ...search, event: undefined })} />
      )}
      {isRedelivering && <RedeliverDialog endpointId={endpoint.id} onClose={() => setRedelivering(false)} />}
    </Card>
  );
}

function DeliveryPager({
  count,
  ...pager
}: {
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}): ReactNode {
  const { webhooks: words } = useWords();
  const { number } = useFormats();
  return <Pager summary={words.attemptsTotal(number(count))} {...pager} />;
}

function DeliveryFilters({
  search,
  onChange,
}: {
  readonly search: EndpointSearch;
  readonly onChange: (search: EndpointSearch) => void;
}): ReactNode {
  const { webhooks: words } = useWords();
  const change = (changes: EndpointSearch): void => onChange({ ...search, page: undefined, ...changes });
  return (
    <div className="filters flush">
      <Segments
        label={words.outcome}
        all={words.all}
        value={search.outcome}
        choices={OUTCOMES.map((id) => ({ id, label: words.outcomes[id] }))}
        onChange={(outcome) => change({ outcome })}
      />
      <SelectInput<EventType | typeof ALL>
        bare
        label={words.kind}
        value={search.type ?? ALL}
        choices={[{ id: ALL, label: words.everyKind }, ...EVENT_TYPES.map((id) => ({ id, label: id }))]}
        onChange={(type) => change({ type: type === ALL ? undefined : type })}
      />
      <SelectInput<Period | typeof ALL>
        bare
        label={words.period}
        value={search.period ?? ALL}
        choices={[{ id: ALL, label: words.anyTime }, ...PERIODS.map((id) => ({ id, label: words.periods[id] }))]}
        onChange={(period) => change({ period: period === ALL ? undefined : period })}
      />
    </div>
  );
}

function NoDeliveries({ search, onClear }: { readonly search: EndpointSearch; readonly onClear: () => void }): ReactNode {
  const { webhooks: words } = useWords();
  const { noMatches } = useUiWords();
  const { event: _opened, ...list } = search;
  if (!isFiltered(list)) return <Empty icon={Send} title={words.noDeliveries} text={words.noDeliveriesText} />;
  return (
    <Empty icon={Send} title={noMatches}>
      <Button onPress={onClear}>{words.clear}</Button>
    </Empty>
  );
}

function DeliveryTable({
  endpointId,
  deliveries,
}: {
  readonly endpointId: string;
  readonly deliveries: readonly Delivery[];
}): ReactNode {
  const { webhooks: words } = useWords();
  const { slug } = useOrganization();
  const search = route.useSearch();
  const columns: readonly Column<Delivery>[] = [
    {
      id: 'event',
      title: words.event,
      cell: ({ webhook_event: { id, type } }) => (
        <Link
          to="/$slug/webhooks/$id"
          params={{ slug, id: endpointId }}
          search={{ ...search, event: id }}
          resetScroll={false}
          className="mono"
        >
          {type}
        </Link>
      ),
    },
    { id: 'outcome', title: words.outcome, cell: (delivery) => <AttemptStatus delivery={delivery} /> },
    {
      id: 'state',
      title: words.event,
      isTitleHidden: true,
      cell: ({ webhook_event }) => <span className="faint">{words.states[stateOf(webhook_event)]}</span>,
    },
    { id: 'at', title: words.at, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return <Table label={words.deliveries} columns={columns} rows={deliveries} rowId={({ id }) => id} />;
}
