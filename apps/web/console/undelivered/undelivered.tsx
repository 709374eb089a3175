import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago, Status } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { PageHead } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { byPages, ExportRows } from '../export-rows.tsx';
import { ListFilters } from '../saved-views/saved-views.tsx';
import { useListAddress } from '../list-address.ts';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { ChoiceFilter } from '../sales/choice-filter.tsx';
import { useWords } from '../words/index.ts';
import type { Undelivered } from './filters.ts';
import { type Remedy, RemedyDialog, remediesOf } from './remedies.tsx';

const PER_PAGE = 25;

/** What customers paid and did not get, with what helps. */
export function UndeliveredPage(): ReactNode {
  const { undelivered: words } = useWords();
  const { noMatches } = useUiWords();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/undelivered');
  const { organization_id: id } = useOrganization();
  const { reason, line: askedId } = search;
  const mayChange = useMay('webhooks:write');
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<{ readonly line: Undelivered; readonly remedy: Remedy } | null>(null);
  const read = (from: number, limit: number) =>
    answer(api.GET('/v1/undelivered-purchases/', { params: { query: { organization_id: [id], reason, page: from, limit } } }));
  const list = useQuery({
    queryKey: ['undelivered', id, reason, page],
    placeholderData: keepPreviousData,
    ...live(),
    queryFn: () => read(page, PER_PAGE),
  });
  const asked = useQuery({
    queryKey: ['undelivered', 'one', askedId],
    enabled: askedId !== undefined && mayChange,
    queryFn: () => answer(api.GET('/v1/undelivered-purchases/{id}', { params: { path: { id: askedId! } } })),
  }).data;
  const isAsked = askedId !== undefined && asked?.resolution === null;
  const shown = chosen ?? (isAsked ? { line: asked, remedy: remediesOf(asked)[0]! } : null);
  const close = (): void => {
    setChosen(null);
    if (askedId !== undefined) change({ line: undefined });
    void queries.invalidateQueries({ queryKey: ['undelivered'] });
  };
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        <ExportRows file="paid-not-delivered" read={byPages(read)} />
      </PageHead>
      <ListFilters list="undelivered_purchases" isLabeled>
        <ChoiceFilter
          label={words.why}
          all={words.all}
          words={words.reasons}
          value={reason}
          onChange={(value) => change({ reason: value })}
        />
      </ListFilters>
      <PagedCard
        of={list}
        height={320}
        none={
          <NoRows
            icon={CircleCheck}
            words={{ ...words, noMatch: noMatches }}
            isFiltered={isFiltered}
            clear={words.clear}
            onClear={clear}
          />
        }
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <UndeliveredTable lines={items} onRemedy={(line, remedy) => setChosen({ line, remedy })} />}
      </PagedCard>
      {shown && <RemedyDialog line={shown.line} remedy={shown.remedy} onClose={close} />}
    </>
  );
}

function UndeliveredTable({
  lines,
  onRemedy,
}: {
  readonly lines: readonly Undelivered[];
  readonly onRemedy: (line: Undelivered, remedy: Remedy) => void;
}): ReactNode {
  const { undelivered: words, connectors } = useWords();
  const { actions } = useUiWords();
  const { money, number } = useFormats();
  const { slug } = useOrganization();
  const mayChange = useMay('webhooks:write');
  const columns: readonly Column<Undelivered>[] = [
    {
      id: 'who',
      title: words.who,
      cell: ({ customer_id, name, email }) => {
        const who = name ?? email ?? words.nobody;
        return (
          <div>
            {customer_id === null ? (
              <strong>{who}</strong>
            ) : (
              <Link to="/$slug/customers/$id" params={{ slug, id: customer_id }}>
                {who}
              </Link>
            )}
            {name !== null && email !== null && <p className="faint small">{email}</p>}
          </div>
        );
      },
    },
    {
      id: 'what',
      title: words.what,
      cell: ({ reason, amount, currency, quantity, external_price_id, external_id, provider }) => (
        <div>
          {reason !== 'customer_email_changed' &&
            (amount !== null && currency !== null ? money(amount, currency) : words.unknownAmount)}
          {quantity !== null && quantity > 1 && ` · ${words.pieces(number(quantity))}`}
          <p className="faint small">
            {provider !== null && `${connectors.providers[provider]} · `}
            <code>{external_price_id ?? external_id}</code>
          </p>
        </div>
      ),
    },
    { id: 'when', title: words.when, cell: ({ occurred_at }) => <Ago at={occurred_at} /> },
    {
      id: 'why',
      title: words.why,
      cell: ({ reason, problem }) => (
        <div>
          <Status tone="bad">{words.reasons[reason]}</Status>
          <p className="faint small">{problem}</p>
        </div>
      ),
    },
  ];
  const remedies: Column<Undelivered> = {
    id: 'actions',
    title: actions,
    isTitleHidden: true,
    cell: (line) => (
      <div className="row end">
        {remediesOf(line).map((remedy) => (
          <Button key={remedy} small look="quiet" onPress={() => onRemedy(line, remedy)}>
            {words.remedies[remedy]}
            <span className="visually-hidden"> {line.external_id}</span>
          </Button>
        ))}
      </div>
    ),
  };
  return <Table label={words.title} columns={mayChange ? [...columns, remedies] : columns} rows={lines} rowId={({ id }) => id} />;
}
