import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Day } from '../../ui/display.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { api, useOrganization } from '../context.ts';
import { choicesOf } from '../form-fields.tsx';
import { Segments } from '../list-filters.tsx';
import { useWords } from '../words/index.ts';
import { useGrantColumns } from './grant-columns.tsx';

const PER_PAGE = 10;
const route = getRouteApi('/$slug/benefits/$id');
type Grant = Schema<'BenefitGrant'>;

/** Who has a benefit, or had it. */
export function Grants({ id }: { readonly id: string }): ReactNode {
  const { grants: words } = useWords();
  const { number } = useFormats();
  const { grants: state, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery({
    queryKey: ['benefits', 'grants', id, state, page],
    placeholderData: keepPreviousData,
    queryFn: () => {
      const query = { is_granted: state && state === 'granted', page, limit: PER_PAGE };
      return answer(api.GET('/v1/benefits/{id}/grants', { params: { path: { id }, query } }));
    },
  });
  const segments = (
    <Segments
      label={words.state}
      all={words.all}
      value={state}
      choices={choicesOf(words.states)}
      onChange={(grants) => void navigate({ search: { grants }, replace: true, resetScroll: false })}
    />
  );
  return (
    <Card flush title={words.title} end={segments}>
      <Loaded of={list} waiting={<SkeletonCards count={1} />}>
        {({ items, pagination }) => (
          <>
            {items.length > 0 ? <GrantTable rows={items} /> : <p className="card-body faint">{words.none}</p>}
            <Pager
              summary={words.total(number(pagination.total_count))}
              page={page}
              pages={pagination.max_page}
              onPage={(to) => void navigate({ search: { grants: state, page: to }, resetScroll: false })}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function GrantTable({ rows }: { readonly rows: readonly Grant[] }): ReactNode {
  const { grants: words } = useWords();
  const { slug } = useOrganization();
  const { customer, state, granted } = useGrantColumns();
  const hasKeys = rows.some(({ properties }) => properties.license_key_id);
  const columns: readonly Column<Grant>[] = [
    customer,
    state,
    {
      id: 'key',
      title: words.key,
      cell: ({ properties: { license_key_id: id, display_key: key } }) =>
        id ? (
          <Link to="/$slug/keys/$id" params={{ slug, id }} className="mono">
            {key}
          </Link>
        ) : (
          '–'
        ),
    },
    granted,
    { id: 'revoked', title: words.revoked, cell: ({ revoked_at }) => (revoked_at ? <Day at={revoked_at} /> : '–') },
  ];
  const shown = hasKeys ? columns : columns.filter(({ id }) => id !== 'key');
  return <Table label={words.title} columns={shown} rows={rows} rowId={({ id }) => id} />;
}
