import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { sentencesOf } from './sentences.ts';
import { Story, useTelling, useWho } from './story.tsx';
import { useWords } from '../words/index.ts';

const PER_PAGE = 20;

type Entry = Schema<'TimelineEntry'>;
/** A page of a timeline, or of the audit log, whose entries say more. */
interface Page {
  readonly items: readonly Pick<Entry, 'id' | 'created_at' | 'action' | 'actor' | 'resource' | 'changes'>[];
  readonly next_cursor: string | null;
}

interface TimelineProps {
  readonly id: string;
  readonly read: (page: { readonly cursor: string | undefined; readonly limit: number }) => Promise<Page>;
  /** What an entry is about, where that is not what the page is about. */
  readonly about?: (resource: Entry['resource']) => ReactNode;
  /** The currency of its amounts. */
  readonly currency?: string;
}

/** What was changed of an endpoint, for those who may read the audit log. */
export function EndpointTimeline({ id }: Pick<TimelineProps, 'id'>): ReactNode {
  const { scopes, organization_id } = useOrganization();
  const read: TimelineProps['read'] = (page) => {
    const query = { organization_id: [organization_id], resource_id: id, ...page };
    return answer(api.GET('/v1/audit-log/', { params: { query } }));
  };
  return scopes.includes('audit_log:read') ? <Timeline id={id} read={read} /> : null;
}

/** What was changed of an order. */
export function OrderTimeline(order: Pick<TimelineProps, 'id' | 'currency'>): ReactNode {
  const read: TimelineProps['read'] = (query) =>
    answer(api.GET('/v1/orders/{id}/timeline', { params: { path: { id: order.id }, query } }));
  return <Timeline {...order} read={read} />;
}

/** What was changed of a subscription. */
export function SubscriptionTimeline(subscription: Pick<TimelineProps, 'id' | 'currency'>): ReactNode {
  const read: TimelineProps['read'] = (query) =>
    answer(api.GET('/v1/subscriptions/{id}/timeline', { params: { path: { id: subscription.id }, query } }));
  return <Timeline {...subscription} read={read} />;
}

/** What was changed of a customer and of what belongs to it, as far as the reader may see that. */
export function CustomerTimeline({ id, about }: Pick<TimelineProps, 'id' | 'about'>): ReactNode {
  const read: TimelineProps['read'] = (query) =>
    answer(api.GET('/v1/customers/{id}/timeline', { params: { path: { id }, query } }));
  return <Timeline id={id} about={about} read={read} />;
}

function Timeline({ id, read, about, currency }: TimelineProps): ReactNode {
  const { sales: words } = useWords();
  const telling = useTelling(currency);
  const who = useWho();
  const log = useInfiniteQuery({
    queryKey: ['timeline', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => read({ cursor, limit: PER_PAGE }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  return (
    <Loaded of={log} waiting={<SkeletonCards count={1} />}>
      {({ pages }) => (
        <Story
          title={words.timeline}
          none={words.noTimeline}
          more={words.moreTimeline}
          pages={log}
          moments={pages
            .flatMap(({ items }) => items)
            .map((entry) => ({
              id: entry.id,
              at: entry.created_at,
              about: about?.(entry.resource),
              sentences: sentencesOf({ ...entry, type: entry.resource.type }, who(entry.actor), telling),
            }))}
        />
      )}
    </Loaded>
  );
}
