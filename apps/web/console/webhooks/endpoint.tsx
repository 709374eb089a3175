import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, CirclePause, CirclePlay, Pencil, Send, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { live } from '../../ui/live.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { Fact } from '../../ui/display.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { EndpointTimeline } from '../history/timelines.tsx';
import { useWords } from '../words/index.ts';
import { DisabledNotice } from './disabled-notice.tsx';
import { EditEndpointDialog, type Endpoint, formOf } from './endpoint-form.tsx';
import { EndpointSecret } from './endpoint-secret.tsx';
import { EndpointStatus } from './webhooks.tsx';

const Deliveries = lazy(async () => ({ default: (await import('./deliveries.tsx')).Deliveries }));

const route = getRouteApi('/$slug/webhooks/$id');

export function EndpointPage(): ReactNode {
  const { webhooks: words } = useWords();
  const { slug, id } = route.useParams();
  const endpoint = useQuery({
    queryKey: ['webhooks', 'endpoint', id],
    ...live(),
    queryFn: () => answer(api.GET('/v1/webhooks/endpoints/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <Link to="/$slug/webhooks" params={{ slug }} className="back">
        <ArrowLeft aria-hidden />
        {words.title}
      </Link>
      <Loaded of={endpoint} waiting={<SkeletonCards count={3} />}>
        {(each) => (
          <>
            <EndpointHead endpoint={each} />
            <div className="stack">
              {!each.enabled && <DisabledNotice endpoint={each} />}
              <EndpointSecret endpoint={each} />
              <Card title={words.events} note={words.kinds(each.events.length)}>
                <ul className="event-list">
                  {each.events.map((type) => (
                    <li key={type}>
                      <code>{type}</code>
                    </li>
                  ))}
                </ul>
              </Card>
              {each.headers && <EndpointHeaders headers={each.headers} />}
              <Suspense>
                <Deliveries endpoint={each} />
              </Suspense>
              <EndpointTimeline id={id} />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function EndpointHeaders({ headers }: { readonly headers: NonNullable<Endpoint['headers']> }): ReactNode {
  const { webhooks: words } = useWords();
  return (
    <Card title={words.headers}>
      <dl className="facts lines">
        {headers.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value === null ? <span className="faint">{words.headerHidden}</span> : <code>{value}</code>}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

type Action = 'edit' | 'disable' | 'delete';

function EndpointHead({ endpoint }: { readonly endpoint: Endpoint }): ReactNode {
  const { webhooks: words } = useWords();
  const { id, name, url, enabled } = endpoint;
  return (
    <header className="page-head">
      <div>
        <h1 className="endpoint-url">{name ?? url}</h1>
        <div className="row">
          {name && <p className="endpoint-url">{url}</p>}
          <EndpointStatus enabled={enabled} />
          <span className="faint small">{words.formats[formOf(endpoint)]}</span>
        </div>
      </div>
      {useMay('webhooks:write') && <EndpointActions key={id} endpoint={endpoint} />}
    </header>
  );
}

function EndpointActions({ endpoint }: { readonly endpoint: Endpoint }): ReactNode {
  const { webhooks: words } = useWords();
  const textOf = useProblemText();
  const { slug } = route.useParams();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const [action, setAction] = useState<Action | null>(null);
  const [isPending, setPending] = useState(false);
  const { id, url, name, enabled } = endpoint;
  const path = { id };
  const changed = async (text: string): Promise<void> => {
    await Promise.all(['webhooks', 'timeline'].map((each) => queries.invalidateQueries({ queryKey: [each] })));
    toast(text);
  };
  const setEnabled = async (to: boolean): Promise<void> => {
    await answer(api.PATCH('/v1/webhooks/endpoints/{id}', { params: { path }, body: { enabled: to } }));
    await changed(to ? words.nowEnabled : words.nowDisabled);
  };
  const sendTest = async (): Promise<void> => {
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    await answer(api.POST('/v1/webhooks/endpoints/{id}/test', { params: { path }, headers }));
    await changed(words.testSent);
  };
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/webhooks/endpoints/{id}', { params: { path } }));
    await navigate({ to: '/$slug/webhooks', params: { slug } });
    await changed(words.deleted);
  };
  const run = async (work: () => Promise<void>): Promise<void> => {
    setPending(true);
    await work().catch((error: unknown) => badToast(textOf(error)));
    setPending(false);
  };
  const close = (): void => setAction(null);
  return (
    <div className="end">
      <Button icon={Send} isPending={isPending} onPress={() => void run(sendTest)}>
        {words.sendTest}
      </Button>
      <Button icon={Pencil} onPress={() => setAction('edit')}>
        {words.edit}
      </Button>
      {enabled ? (
        <Button icon={CirclePause} onPress={() => setAction('disable')}>
          {words.disable}
        </Button>
      ) : (
        <Button icon={CirclePlay} isPending={isPending} onPress={() => void run(() => setEnabled(true))}>
          {words.enable}
        </Button>
      )}
      <Button look="quiet-danger" icon={Trash2} onPress={() => setAction('delete')}>
        {words.delete}
      </Button>
      {action === 'edit' && <EditEndpointDialog endpoint={endpoint} onClose={close} />}
      <ConfirmDialog
        title={words.disableTitle}
        text={words.disableText}
        confirm={words.disable}
        isDestructive
        isOpen={action === 'disable'}
        onClose={close}
        onConfirm={() => setEnabled(false)}
      />
      <ConfirmDialog
        title={words.deleteTitle(name ?? url)}
        text={words.deleteText}
        confirm={words.delete}
        isDestructive
        isOpen={action === 'delete'}
        onClose={close}
        onConfirm={remove}
      />
    </div>
  );
}
