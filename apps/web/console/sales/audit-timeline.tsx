import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { sentencesOf } from '../history/sentences.ts';
import { Story, useTelling, useWho } from '../history/story.tsx';
import { useWords } from '../words/index.ts';

const PER_PAGE = 20;

interface TimelineProps {
  readonly id: string;
  /** The id is that of a customer: what belongs to them is told, too, and this says what it is. */
  readonly about?: (resource: Schema<'AuditLogEntry'>['resource']) => ReactNode;
  /** That of its amounts. */
  readonly currency?: string;
}

/** What the audit log says about a resource, newest first, for those who may read the log. */
export function AuditTimeline(props: TimelineProps): ReactNode {
  const { scopes } = useOrganization();
  return scopes.includes('audit_log:read') ? <Timeline {...props} /> : null;
}

function Timeline({ id, about, currency }: TimelineProps): ReactNode {
  const { sales: words } = useWords();
  const { organization_id } = useOrganization();
  const telling = useTelling(currency);
  const who = useWho();
  const log = useInfiniteQuery({
    queryKey: ['timeline', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(
        api.GET('/v1/audit-log/', {
          params: {
            query: {
              organization_id: [organization_id],
              ...(about ? { customer_id: id } : { resource_id: id }),
              cursor,
              limit: PER_PAGE,
            },
          },
        }),
      ),
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
