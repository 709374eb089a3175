import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Ago } from '../../ui/display.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

const PER_PAGE = 20;

/** What the audit log says about a resource, newest first, for those who may read the log. */
export function AuditTimeline({ id }: { readonly id: string }): ReactNode {
  const { scopes } = useOrganization();
  return scopes.includes('audit_log:read') ? <Timeline id={id} /> : null;
}

function Timeline({ id }: { readonly id: string }): ReactNode {
  const { sales: words } = useWords();
  const { organization_id } = useOrganization();
  const log = useInfiniteQuery({
    queryKey: ['timeline', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(
        api.GET('/v1/audit-log/', {
          params: { query: { organization_id: [organization_id], resource_id: id, cursor, limit: PER_PAGE } },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  return (
    <Loaded of={log} waiting={<SkeletonCards count={1} />}>
      {({ pages }) => {
        const entries = pages.flatMap(({ items }) => items);
        return (
          <Card title={words.timeline}>
            {entries.length === 0 ? (
              <p className="faint">{words.noTimeline}</p>
            ) : (
              <ol className="timeline">
                {entries.map(({ id: entry, action, changes, actor, created_at }) => {
                  const fields = action === 'updated' ? Object.keys(changes ?? {}).join(', ') : '';
                  return (
                    <li key={entry}>
                      <span>
                        {fields ? words.changed(fields) : words.happened[action]}{' '}
                        <span className="faint">{words.by[actor.type]}</span>
                      </span>
                      <span className="faint small">
                        <Ago at={created_at} />
                      </span>
                    </li>
                  );
                })}
              </ol>
            )}
            {log.hasNextPage && (
              <Button look="quiet" isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
                {words.moreTimeline}
              </Button>
            )}
          </Card>
        );
      }}
    </Loaded>
  );
}
