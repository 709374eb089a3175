import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plug, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Day, Status } from '../../ui/display.tsx';
import { Empty, PageHead } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useListAddress } from '../list-address.ts';
import { PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { ConnectorDialog } from './connector-dialog.tsx';
import { TONES } from './tones.ts';

const PER_PAGE = 25;
type Connector = Schema<'Connector'>;

/** The payment providers that tell this service about purchases. */
export function ConnectorsPage(): ReactNode {
  const { connectors: words } = useWords();
  const { organization_id: id, slug } = useOrganization();
  const { page, toPage } = useListAddress('/$slug/connectors');
  const mayChange = useMay('webhooks:write');
  const [isAdding, setAdding] = useState(false);
  const list = useQuery({
    queryKey: ['connectors', id, page],
    queryFn: () => answer(api.GET('/v1/connectors/', { params: { query: { organization_id: [id], page, limit: PER_PAGE } } })),
  });
  const add = mayChange && (
    <Button look="primary" icon={Plus} onPress={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  const columns: readonly Column<Connector>[] = [
    {
      id: 'provider',
      title: words.provider,
      cell: (connector) => (
        <span className="person">
          <Link to="/$slug/connectors/$id" params={{ slug, id: connector.id }}>
            {connector.name ?? words.providers[connector.provider]}
          </Link>
          {connector.is_test && <Status tone="idle">{words.test}</Status>}
        </span>
      ),
    },
    { id: 'kind', title: words.kind, cell: ({ provider }) => words.providers[provider] },
    { id: 'state', title: words.lastEvent, cell: (connector) => <LastEvent connectorId={connector.id} /> },
    { id: 'created', title: words.created, cell: ({ created_at }) => <Day at={created_at} /> },
  ];
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        {add}
      </PageHead>
      <PagedCard
        of={list}
        height={240}
        none={
          <Empty icon={Plug} title={words.none} text={words.noneText}>
            {add}
          </Empty>
        }
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <Table label={words.title} columns={columns} rows={items} rowId={(each) => each.id} />}
      </PagedCard>
      {isAdding && <ConnectorDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** Whether the provider's events arrive, and what became of the last one. */
function LastEvent({ connectorId }: { readonly connectorId: string }): ReactNode {
  const { connectors: words } = useWords();
  const events = useQuery({
    queryKey: ['connector-events', connectorId, 'last'],
    queryFn: () => answer(api.GET('/v1/connectors/{id}/events', { params: { path: { id: connectorId }, query: { limit: 1 } } })),
  });
  const last = events.data?.items[0];
  if (!last) return <span className="faint">{events.data ? words.noEvents : '…'}</span>;
  return <Status tone={TONES[last.status]}>{words.statuses[last.status]}</Status>;
}
