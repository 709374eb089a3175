import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Ago } from '../../ui/display.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';

const PER_PAGE = 20;
type Item = Schema<'LicenseKeyTimelineItem'>;

/** What happened to a key, newest first. */
export function KeyTimeline({ id }: { readonly id: string }): ReactNode {
  const { key: words } = useWords();
  const timeline = useInfiniteQuery({
    queryKey: ['timeline', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(api.GET('/v1/license-keys/{id}/timeline', { params: { path: { id }, query: { cursor, limit: PER_PAGE } } })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  return (
    <Loaded of={timeline} waiting={<SkeletonCards count={1} />}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        return (
          <Card title={words.timeline}>
            {items.length === 0 ? (
              <p className="faint">{words.noTimeline}</p>
            ) : (
              <ol className="timeline">
                {items.map((item) => (
                  <li key={item.id}>
                    <Event item={item} />
                    <span className="faint small">
                      <Ago at={item.created_at} />
                    </span>
                  </li>
                ))}
              </ol>
            )}
            {timeline.hasNextPage && (
              <Button look="quiet" isPending={timeline.isFetchingNextPage} onPress={() => void timeline.fetchNextPage()}>
                {words.moreTimeline}
              </Button>
            )}
          </Card>
        );
      }}
    </Loaded>
  );
}

function Event({ item: { activation, change } }: { readonly item: Item }): ReactNode {
  const { key: words } = useWords();
  if (activation) return <span>{words.activated(activation.label || words.device)}</span>;
  if (change?.action === 'created') return <span>{words.created}</span>;
  const fields = Object.keys(change?.changes ?? {}).join(', ');
  return <span>{fields ? words.changed(fields) : words.updated}</span>;
}
