import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Day, Status } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { PageHead } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useListAddress } from '../list-address.ts';
import { Segments } from '../list-filters.tsx';
import { ListFilters } from '../saved-views/saved-views.tsx';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { CreateEndpointDialog, type Endpoint, formOf } from './endpoint-form.tsx';
import { endpointFilter } from './filters.ts';

const PER_PAGE = 25;

export function WebhooksPage(): ReactNode {
  const { webhooks: words } = useWords();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/webhooks');
  const { organization_id: id } = useOrganization();
  const mayCreate = useMay('webhooks:write');
  const [isCreating, setCreating] = useState(false);
  const list = useQuery({
    queryKey: ['webhooks', 'endpoints', id, search],
    ...live(),
    placeholderData: keepPreviousData,
    queryFn: () => {
      const query = { ...endpointFilter(search, new Date()), organization_id: [id], page, limit: PER_PAGE };
      return answer(api.GET('/v1/webhooks/endpoints', { params: { query } }));
    },
  });
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        {mayCreate && (
          <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
            {words.create}
          </Button>
        )}
      </PageHead>
      <ListFilters list="webhook_endpoints">
        <Segments
          label={words.status}
          all={words.everyEndpoint}
          value={search.state}
          choices={[{ id: 'failing', label: words.failing }]}
          onChange={(state) => change({ state })}
        />
      </ListFilters>
      <PagedCard
        of={list}
        height={320}
        none={<NoRows icon={Webhook} words={words} isFiltered={isFiltered} clear={words.everyEndpoint} onClear={clear} />}
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <EndpointTable endpoints={items} />}
      </PagedCard>
      {isCreating && <CreateEndpointDialog onClose={() => setCreating(false)} />}
    </>
  );
}

export function EndpointStatus({ enabled }: { readonly enabled: boolean }): ReactNode {
  const { webhooks: words } = useWords();
  return <Status tone={enabled ? 'good' : 'warn'}>{enabled ? words.enabled : words.disabled}</Status>;
}

function EndpointTable({ endpoints }: { readonly endpoints: readonly Endpoint[] }): ReactNode {
  const { webhooks: words } = useWords();
  const { slug } = useOrganization();
  const columns: readonly Column<Endpoint>[] = [
    {
      id: 'endpoint',
      title: words.endpoint,
      cell: ({ id, name, url }) => (
        <>
          <Link to="/$slug/webhooks/$id" params={{ slug, id }}>
            <strong className="endpoint-url">{name ?? url}</strong>
          </Link>
          {name && <p className="faint small endpoint-url">{url}</p>}
        </>
      ),
    },
    { id: 'status', title: words.status, cell: ({ enabled }) => <EndpointStatus enabled={enabled} /> },
    { id: 'events', title: words.events, cell: ({ events }) => words.kinds(events.length) },
    { id: 'format', title: words.format, cell: (each) => words.formats[formOf(each)] },
    { id: 'created', title: words.createdAt, cell: ({ created_at }) => <Day at={created_at} /> },
  ];
  return <Table label={words.title} columns={columns} rows={endpoints} rowId={({ id }) => id} />;
}
