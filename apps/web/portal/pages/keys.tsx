import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Empty, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { AddOns } from '../add-ons.tsx';
import { ClaimKeyDialog } from '../claim-key.tsx';
import { api, useReadOnly } from '../context.ts';
import { KeyCard } from '../key-card.tsx';
import { useWords } from '../words/index.ts';

const PER_PAGE = 10;

export function KeysPage(): ReactNode {
  const words = useWords();
  const isReadOnly = useReadOnly();
  const [isClaiming, setClaiming] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['keys'],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      answer(api.GET('/v1/customer-portal/license-keys/', { params: { query: { page: pageParam, limit: PER_PAGE } } })),
    getNextPageParam: ({ pagination }, pages) => (pages.length < pagination.max_page ? pages.length + 1 : undefined),
  });
  const keys = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const details = useQueries({
    queries: keys.map(({ id }) => ({
      queryKey: ['key', id],
      queryFn: () => answer(api.GET('/v1/customer-portal/license-keys/{id}', { params: { path: { id } } })),
    })),
  });
  return (
    <>
      <PageHead title={words.keys.title} text={words.keys.text}>
        {!isReadOnly && (
          <Button icon={Plus} onPress={() => setClaiming(true)}>
            {words.keys.claim}
          </Button>
        )}
      </PageHead>
      <Loaded of={list} waiting={<SkeletonCards count={2} height={236} />}>
        {() =>
          keys.length === 0 ? (
            <Card>
              <Empty icon={KeyRound} title={words.keys.empty} text={words.keys.emptyText} />
            </Card>
          ) : (
            <div className="stack">
              <AddOns />
              {keys.map((key, index) => (
                <KeyCard key={key.id} licenseKey={key} details={details[index]?.data} keys={keys} />
              ))}
              {list.hasNextPage && (
                <Button wide isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
                  {words.keys.more}
                </Button>
              )}
            </div>
          )
        }
      </Loaded>
      {isClaiming && <ClaimKeyDialog onClose={() => setClaiming(false)} />}
    </>
  );
}
