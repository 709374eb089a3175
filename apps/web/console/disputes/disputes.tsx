import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Day } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useOrganization } from '../context.ts';
import { byPages, ExportRows } from '../export-rows.tsx';
import { Person } from '../customers/person.tsx';
import { useListAddress } from '../list-address.ts';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { ChoiceFilter } from '../sales/choice-filter.tsx';
import { type Dispute, DisputedAmount, DisputeReason, DisputeStatus, EvidenceDue } from './dispute-facts.tsx';
import { disputeFilter } from './filters.ts';
import { useDisputeWords } from './words.ts';

const PER_PAGE = 25;

export const DisputesPage = (): ReactNode => (
  <Suspense fallback={<SkeletonCards count={1} height={320} />}>
    <Disputes />
  </Suspense>
);

function Disputes(): ReactNode {
  const words = useDisputeWords();
  const { number } = useFormats();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/disputes');
  const { organization_id: id } = useOrganization();
  const read = (from: number, limit: number) => {
    const query = { ...disputeFilter(search), organization_id: [id], page: from, limit };
    return answer(api.GET('/v1/disputes/', { params: { query } }));
  };
  const list = useQuery({
    queryKey: ['disputes', id, search],
    placeholderData: keepPreviousData,
    ...live(),
    queryFn: () => read(page, PER_PAGE),
  });
  const total = list.data?.pagination.total_count;
  return (
    <>
      <PageHead title={words.title} text={total === undefined ? words.text : `${words.total(number(total))}. ${words.text}`}>
        <ExportRows file="disputes" read={byPages(read)} />
      </PageHead>
      <div className="filters">
        <ChoiceFilter
          label={words.statusTitle}
          all={words.everyStatus}
          words={{ open: words.open, ...words.status }}
          value={search.status}
          onChange={(status) => change({ status })}
        />
      </div>
      <PagedCard
        of={list}
        height={320}
        none={<NoRows icon={ShieldCheck} words={words} isFiltered={isFiltered} clear={words.clear} onClear={clear} />}
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <DisputeTable rows={items} />}
      </PagedCard>
    </>
  );
}

function DisputeTable({ rows }: { readonly rows: readonly Dispute[] }): ReactNode {
  const words = useDisputeWords();
  const { slug } = useOrganization();
  const columns: readonly Column<Dispute>[] = [
    {
      id: 'dispute',
      title: words.dispute,
      cell: (dispute) => (
        <div>
          <Link to="/$slug/orders/$id" params={{ slug, id: dispute.order_id }}>
            <DisputeReason dispute={dispute} />
          </Link>
          <p className="faint small">
            <Day at={dispute.created_at} />
          </p>
        </div>
      ),
    },
    {
      id: 'customer',
      title: words.customer,
      cell: ({ customer: { id, name, email } }) => <Person id={id} name={name} email={email} />,
    },
    { id: 'status', title: words.statusTitle, cell: (dispute) => <DisputeStatus dispute={dispute} /> },
    { id: 'amount', title: words.amount, isNumber: true, cell: (dispute) => <DisputedAmount dispute={dispute} /> },
    { id: 'due', title: words.due, cell: (dispute) => <EvidenceDue dispute={dispute} /> },
  ];
  return <Table label={words.title} columns={columns} rows={rows} rowId={({ id }) => id} />;
}
