import './connectors.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Day, Fact, Status } from '../../ui/display.tsx';
import { Card, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { BackLink } from '../back-link.tsx';
import { api, useMay } from '../context.ts';
import { useWords } from '../words/index.ts';
import { ConnectorDialog } from './connector-dialog.tsx';
import { ConnectorEvents } from './connector-events.tsx';
import { ConnectorPrices } from './connector-prices.tsx';
import { SetUp } from './set-up.tsx';

const route = getRouteApi('/$slug/connectors/$id');
type Connector = Schema<'Connector'>;

/** One connector: what to enter at the provider, what its prices stand for, and what it has sent. */
export function ConnectorPage(): ReactNode {
  const { connectors: words } = useWords();
  const { id } = route.useParams();
  const connector = useQuery({
    queryKey: ['connectors', 'one', id],
    queryFn: () => answer(api.GET('/v1/connectors/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <BackLink to="/$slug/connectors">{words.title}</BackLink>
      <Loaded of={connector} waiting={<SkeletonCards count={3} />}>
        {(found) => (
          <>
            <PageHead title={found.name ?? words.providers[found.provider]} text={words.providers[found.provider]}>
              <Actions connector={found} />
            </PageHead>
            <div className="halves">
              <div className="stack">
                <ConnectorEvents id={id} />
                <ConnectorPrices id={id} />
              </div>
              <div className="stack">
                <SetUp connector={found} />
                <Details connector={found} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function Actions({ connector }: { readonly connector: Connector }): ReactNode {
  const { connectors: words } = useWords();
  const mayChange = useMay('webhooks:write');
  const { slug } = route.useParams();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/connectors/{id}', { params: { path: { id: connector.id } } }));
    await navigate({ to: '/$slug/connectors', params: { slug } });
    await queries.invalidateQueries({ queryKey: ['connectors'] });
    toast(words.removed);
  };
  if (!mayChange) return null;
  return (
    <>
      <Button icon={Pencil} onPress={() => setOpen('change')}>
        {words.change}
      </Button>
      <Button look="quiet-danger" icon={Trash2} onPress={() => setOpen('remove')}>
        {words.remove}
      </Button>
      {open === 'change' && <ConnectorDialog connector={connector} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        title={words.removeTitle}
        text={words.removeText}
        confirm={words.remove}
        isDestructive
        isOpen={open === 'remove'}
        onClose={() => setOpen(null)}
        onConfirm={remove}
      />
    </>
  );
}

function Details({ connector: { account, created_at, is_test } }: { readonly connector: Connector }): ReactNode {
  const { connectors: words } = useWords();
  return (
    <Card title={words.details}>
      <dl className="facts lines">
        {account && (
          <Fact name={words.account}>
            <code>{account}</code>
          </Fact>
        )}
        <Fact name={words.created}>
          <Day at={created_at} />
        </Fact>
        {is_test && (
          <Fact name={words.events}>
            <Status tone="idle">{words.test}</Status>
          </Fact>
        )}
      </dl>
    </Card>
  );
}
