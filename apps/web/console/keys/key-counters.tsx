import { RotateCcw, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Bar, Day } from '../../ui/display.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { api, type LicenseKeyDetails, useMay } from '../context.ts';
import { useWords } from '../words/index.ts';
import { useKeyChanged } from './use-key-changes.ts';

type Counter = NonNullable<LicenseKeyDetails['counters']>[string] & { readonly name: string };

/** What is counted beside the usage. A counter that was reset can be set back as long as the page is open. */
export function KeyCounters({ licenseKey: { id, counters } }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { keyUse: words } = useWords();
  const { actions } = useUiWords();
  const { number } = useFormats();
  const textOf = useProblemText();
  const changed = useKeyChanged();
  const mayChange = useMay('license_keys:write');
  const [before, setBefore] = useState<Readonly<Record<string, number>>>({});
  if (!counters) return null;
  const set = async ({ name, used }: Counter, units: number): Promise<void> => {
    try {
      await answer(api.PATCH('/v1/license-keys/{id}', { params: { path: { id } }, body: { counters: { [name]: units } } }));
      setBefore({ [name]: units === 0 ? used : 0 });
      await changed(words.counterSet);
    } catch (error) {
      badToast(textOf(error));
    }
  };
  const columns: readonly Column<Counter>[] = [
    { id: 'name', title: words.counter, cell: ({ name }) => name },
    {
      id: 'used',
      title: words.used,
      cell: ({ name, used, limit, carried_over = 0 }) =>
        limit === null ? (
          number(used)
        ) : (
          <>
            {number(used)} / {number(limit + carried_over)}
            <Bar value={used} limit={limit + carried_over} label={name} />
          </>
        ),
    },
    { id: 'resets', title: words.resets, cell: ({ resets_at }) => (resets_at ? <Day at={resets_at} /> : '–') },
    ...(mayChange
      ? [
          {
            id: 'actions',
            title: actions,
            isTitleHidden: true,
            cell: (counter: Counter) => {
              const former = before[counter.name] ?? 0;
              if (former > 0 && counter.used === 0) {
                return (
                  <Button small look="quiet" icon={Undo2} onPress={() => void set(counter, former)}>
                    {words.undoReset(number(former))}
                    <span className="visually-hidden"> {counter.name}</span>
                  </Button>
                );
              }
              return (
                counter.used > 0 && (
                  <Button small look="quiet" icon={RotateCcw} onPress={() => void set(counter, 0)}>
                    {words.resetCounter}
                    <span className="visually-hidden"> {counter.name}</span>
                  </Button>
                )
              );
            },
          },
        ]
      : []),
  ];
  const rows = Object.entries(counters).map(([name, counter]) => ({ name, ...counter }));
  return (
    <Card flush title={words.counters}>
      <Table label={words.counters} columns={columns} rows={rows} rowId={({ name }) => name} />
    </Card>
  );
}
