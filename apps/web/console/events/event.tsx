import './events.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/display.tsx';
import { Card, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { Pager } from '../../ui/table.tsx';
import { BackLink } from '../back-link.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { EventCustomer, EventTable } from './event-table.tsx';
import type { UsageEvent } from './filters.ts';
import { VoidDialog } from './void-dialog.tsx';

const PER_PAGE = 25;
const EVERY_LEVEL = 5;
const route = getRouteApi('/$slug/events/$id');

export function EventPage(): ReactNode {
  const { event: words } = useWords();
  const { id } = route.useParams();
  const { exactly } = useFormats();
  const mayVoid = useMay('customers:write');
  const [isAsking, setAsking] = useState(false);
  const read = useQuery({
    queryKey: ['events', 'one', id],
    queryFn: () => answer(api.GET('/v1/events/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <BackLink to="/$slug/events">{words.back}</BackLink>
      <Loaded of={read} waiting={<SkeletonCards count={2} />}>
        {(event) => (
          <>
            <PageHead title={event.label} text={exactly(event.timestamp)}>
              {mayVoid && event.source === 'user' && (
                <Button onPress={() => setAsking(true)}>{event.voided_at ? words.restore : words.void}</Button>
              )}
            </PageHead>
            {isAsking && <VoidDialog event={event} onClose={() => setAsking(false)} />}
            <div className="halves">
              <div className="stack">
                <Metadata metadata={event.metadata} />
                <Children key={id} event={event} />
              </div>
              <Details event={event} />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function Metadata({ metadata }: Pick<UsageEvent, 'metadata'>): ReactNode {
  const { event: words } = useWords();
  const entries = Object.entries(metadata);
  return (
    <Card title={words.metadata}>
      {entries.length === 0 ? (
        <p className="faint">{words.noMetadata}</p>
      ) : (
        <dl className="facts lines metadata">
          {entries.map(([key, value]) => (
            <Fact key={key} name={key}>
              {value !== null && typeof value === 'object' ? (
                // A long text scrolls, for which the keyboard needs its focus.
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
              ) : (
                <code>{String(value)}</code>
              )}
            </Fact>
          ))}
        </dl>
      )}
    </Card>
  );
}

function Details({ event }: { readonly event: UsageEvent }): ReactNode {
  const { event: words, events } = useWords();
  const { slug } = useOrganization();
  const { exactly } = useFormats();
  const { name, source, customer, external_customer_id, member_id, external_member_id, parent_id } = event;
  const ids = [
    [words.externalCustomer, customer ? external_customer_id : null],
    [words.member, member_id],
    [words.externalMember, external_member_id],
  ] as const;
  return (
    <Card
      title={words.details}
      foot={
        <Link to="/$slug/events" params={{ slug }} search={{ name }}>
          {words.sameName}
        </Link>
      }
    >
      <dl className="facts lines">
        <Fact name={words.name}>
          <code>{name}</code>
        </Fact>
        <Fact name={words.source}>{events.sources[source]}</Fact>
        {event.voided_at && <Fact name={words.voidedAt}>{exactly(event.voided_at)}</Fact>}
        <Fact name={words.customer}>
          <EventCustomer event={event} />
        </Fact>
        {ids.map(
          ([title, id]) =>
            id && (
              <Fact key={title} name={title}>
                <code>{id}</code>
              </Fact>
            ),
        )}
        {parent_id && (
          <Fact name={words.parent}>
            <Link to="/$slug/events/$id" params={{ slug, id: parent_id }}>
              {words.showParent}
            </Link>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Children({ event: { id, child_count } }: { readonly event: UsageEvent }): ReactNode {
  const { event: words, events } = useWords();
  const { number } = useFormats();
  const [page, setPage] = useState(1);
  const [isDeep, setDeep] = useState(false);
  const list = useQuery({
    queryKey: ['events', 'children', id, isDeep, page],
    enabled: child_count > 0,
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(
        api.GET('/v1/events/', {
          params: {
            query: {
              parent_id: id,
              ...(isDeep ? { depth: EVERY_LEVEL } : {}),
              sorting: ['timestamp'],
              page,
              limit: PER_PAGE,
            },
          },
        }),
      ),
  });
  if (child_count === 0) {
    return (
      <Card title={words.lineage}>
        <p className="faint">{words.noChildren}</p>
      </Card>
    );
  }
  const toggle = (
    <Button
      small
      onPress={() => {
        setDeep(!isDeep);
        setPage(1);
      }}
    >
      {isDeep ? words.onlyChildren : words.everyLevel}
    </Button>
  );
  return (
    <Loaded of={list} waiting={<SkeletonCards count={1} height={240} />}>
      {({ items, pagination }) => (
        <Card flush title={words.lineage} end={toggle}>
          <EventTable rows={items} label={words.lineage} />
          <Pager
            summary={events.total(number(pagination.total_count))}
            page={page}
            pages={pagination.max_page}
            onPage={setPage}
          />
        </Card>
      )}
    </Loaded>
  );
}
