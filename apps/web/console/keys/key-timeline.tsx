import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { live } from '../../ui/live.ts';
import { Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api } from '../context.ts';
import { sentencesOf } from '../history/sentences.ts';
import { Story, useTelling, useWho } from '../history/story.tsx';
import { useWords } from '../words/index.ts';

const PER_PAGE = 20;
type Item = Schema<'LicenseKeyTimelineItem'>;

/** What happened to a key, newest first. */
export function KeyTimeline({ id }: { readonly id: string }): ReactNode {
  const { key: words } = useWords();
  const tell = useTell();
  const timeline = useInfiniteQuery({
    queryKey: ['timeline', id],
    ...live(),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(api.GET('/v1/license-keys/{id}/timeline', { params: { path: { id }, query: { cursor, limit: PER_PAGE } } })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  return (
    <Loaded of={timeline} waiting={<SkeletonCards count={1} />}>
      {({ pages }) => (
        <Story
          title={words.timeline}
          none={words.noTimeline}
          more={words.moreTimeline}
          pages={timeline}
          moments={pages
            .flatMap(({ items }) => items)
            .map((item) => ({ id: `${item.type} ${item.id}`, at: item.created_at, sentences: tell(item) }))}
        />
      )}
    </Loaded>
  );
}

function useTell(): (item: Item) => string[] {
  const telling = useTelling();
  const who = useWho();
  const { number, date } = useFormats();
  const { words } = telling;
  return ({ type, change, activation, refusal }) => {
    if (change) return sentencesOf({ ...change, type: 'license_key' }, who(change.actor), telling);
    if (refusal) {
      const reasons: Readonly<Record<string, string>> = words.reasons;
      const { operation, code, count } = refusal;
      return [words.refused(number(count), count === 1, words.tried[operation], reasons[code] ?? code)];
    }
    const { label, removed_by: remover, leased_until: until, reason } = activation!;
    const device = label || words.device;
    if (type === 'lease') return [words.leased(device, date(until!))];
    if (type === 'place_end') return [words.placeEnded(device, reason!)];
    if (type === 'lease_end') return [words.leaseEnded(device)];
    if (type === 'activation') return [words.activated(device)];
    if (!remover) return [words.removed.nobody(device)];
    return [remover.type === 'customer' ? words.removed.customer(device) : words.removed.other(device, who(remover))];
  };
}
