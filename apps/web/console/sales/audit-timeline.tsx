import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { useTypeName } from '../audit-log/actors.ts';
import { api, useOrganization } from '../context.ts';
import { sentencesOf } from '../history/sentences.ts';
import { Story, useTelling, useWho } from '../history/story.tsx';
import { useWords } from '../words/index.ts';

const PER_PAGE = 20;

interface TimelineProps {
  readonly id: string;
  /** The id is that of a customer: what belongs to them is told, too. */
  readonly isCustomer?: boolean;
}

/** What the audit log says about a resource, newest first, for those who may read the log. */
export function AuditTimeline(props: TimelineProps): ReactNode {
  const { scopes } = useOrganization();
  return scopes.includes('audit_log:read') ? <Timeline {...props} /> : null;
}

function Timeline({ id, isCustomer = false }: TimelineProps): ReactNode {
  const { sales: words } = useWords();
  const typeName = useTypeName();
  const { organization_id } = useOrganization();
  const telling = useTelling();
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
              ...(isCustomer ? { customer_id: id } : { resource_id: id }),
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
              about: isCustomer && entry.resource.id !== id ? typeName(entry.resource.type) : undefined,
              sentences: sentencesOf({ ...entry, type: entry.resource.type }, who(entry.actor), telling),
            }))}
        />
      )}
    </Loaded>
  );
}
