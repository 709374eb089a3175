import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago } from '../../ui/display.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, type LicenseKeyDetails } from '../context.ts';
import { ExportLink } from '../export-link.tsx';
import { ChoiceFilter } from '../sales/choice-filter.tsx';
import { useWords } from '../words/index.ts';
import { textOfPairs } from './text-of-pairs.ts';

const PER_PAGE = 10;
type Increment = Schema<'KeptIncrement'>;

/** What applications said about their uses of counters, newest first. Nothing is shown of a key about which none has said anything. */
export function KeyIncrements({ licenseKey }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { keyUse: words, keys, key } = useWords();
  const { number } = useFormats();
  const [counter, setCounter] = useState<string>();
  const { id, activations, counters = {} } = licenseKey;
  const list = useInfiniteQuery({
    queryKey: ['keys', 'increments', id, counter],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(
        api.GET('/v1/license-keys/{id}/increments', { params: { path: { id }, query: { counter, cursor, limit: PER_PAGE } } }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  const increments = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (increments.length === 0 && counter === undefined) return null;
  const columns: readonly Column<Increment>[] = [
    { id: 'at', title: words.incrementedAt, cell: ({ created_at }) => <Ago at={created_at} /> },
    { id: 'counter', title: words.counter, cell: (increment) => increment.counter },
    { id: 'units', title: words.units, isNumber: true, cell: ({ units }) => number(units) },
    { id: 'metadata', title: words.usedFor, cell: ({ metadata }) => textOfPairs(metadata) },
    {
      id: 'device',
      title: key.device,
      cell: ({ activation_id }) => activations.find((activation) => activation.id === activation_id)?.label ?? '–',
    },
  ];
  const names = Object.keys(counters);
  return (
    <Card
      flush
      title={words.increments}
      end={
        <>
          {names.length > 1 && (
            <ChoiceFilter
              label={words.counter}
              all={words.everyCounter}
              words={Object.fromEntries(names.map((name) => [name, name]))}
              value={counter}
              onChange={setCounter}
            />
          )}
          <ExportLink
            small
            path={`license-keys/${id}/increments/export`}
            file={licenseKey.display_key}
            parameters={{ counter }}
          />
        </>
      }
    >
      {increments.length === 0 ? (
        <p className="card-body faint">{words.noIncrements}</p>
      ) : (
        <Table label={words.increments} columns={columns} rows={increments} rowId={(increment) => increment.id} />
      )}
      {list.hasNextPage && (
        <div className="table-foot">
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {keys.more}
          </Button>
        </div>
      )}
    </Card>
  );
}
