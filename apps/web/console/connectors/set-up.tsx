import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Ago, Status } from '../../ui/display.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { live } from '../../ui/live.ts';
import { CopyButton } from '../../ui/secret.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { type Overlap, OVERLAPS, OverlapInput } from '../overlap-input.tsx';
import { useWords } from '../words/index.ts';
import { PROVIDER_EVENTS } from './provider-events.ts';

type Connector = Schema<'Connector'>;

/** What to do at the provider, in its order: the URL, the events, the secret that exists then; and whether the first event has arrived. */
export function SetUp({ connector }: { readonly connector: Connector }): ReactNode {
  const { connectors: words } = useWords();
  const mayChange = useMay('webhooks:write');
  const { id, webhook_path, provider } = connector;
  const address = `${location.origin}${webhook_path}`;
  const events = PROVIDER_EVENTS[provider];
  return (
    <Card title={words.endpoint}>
      <div className="stack">
        <p className="soft">{words.endpointTexts[provider]}</p>
        <div className="secret">
          <code>{address}</code>
          <CopyButton small text={address} what={words.endpoint} />
        </div>
        <div className="stack">
          <p className="soft">{words.chooseEvents}</p>
          <ul className="event-choice">
            {events.map((event) => (
              <li key={event}>
                <code>
                  {event.split('.').map((part, index) => (
                    <Fragment key={part}>
                      {index > 0 && (
                        <>
                          .<wbr />
                        </>
                      )}
                      {part}
                    </Fragment>
                  ))}
                </code>
              </li>
            ))}
          </ul>
        </div>
        {mayChange && <SecretForm connector={connector} />}
        <FirstEvent id={id} />
      </div>
    </Card>
  );
}

/** Lemon Squeezy signs with a text that both sides are told; the others show theirs once the endpoint exists. */
function SecretForm({ connector }: { readonly connector: Connector }): ReactNode {
  const { id, provider, previous_secret_ends_at: previousEnds } = connector;
  const { connectors: words } = useWords();
  const { saved } = useUiWords();
  const { exactly } = useFormats();
  const queries = useQueryClient();
  const [now] = useState(Date.now);
  const [overlap, setOverlap] = useState<Overlap>('none');
  const [made] = useState(() => (provider === 'lemon_squeezy' ? crypto.randomUUID().replaceAll('-', '') : ''));
  const [key, setKey] = useState(0);
  const store = async (form: FormData): Promise<void> => {
    const body = { secret: String(form.get('secret')).trim(), overlap_seconds: OVERLAPS[overlap] };
    await answer(api.PATCH('/v1/connectors/{id}', { params: { path: { id } }, body }));
    await queries.invalidateQueries({ queryKey: ['connectors'] });
    setKey(key + 1);
    setOverlap('none');
    toast(saved);
  };
  return (
    <ApiForm key={key} submitLabel={words.saveSecret} submit={{ look: 'secondary' }} onSubmit={store}>
      <TextInput
        name="secret"
        label={words.secret}
        hint={words.secretHints[provider]}
        autoComplete="off"
        inputClass="mono"
        minLength={8}
        defaultValue={made}
        isRequired
      />
      <OverlapInput label={words.overlap} value={overlap} onChange={setOverlap} />
      {previousEnds && Date.parse(previousEnds) > now && (
        <p className="faint small">{words.previousSecret(exactly(previousEnds))}</p>
      )}
    </ApiForm>
  );
}

/** Looks for the first event until it is there. */
function FirstEvent({ id }: Pick<Connector, 'id'>): ReactNode {
  const { connectors: words } = useWords();
  const events = useQuery({
    queryKey: ['connector-events', id, 'first'],
    queryFn: () => answer(api.GET('/v1/connectors/{id}/events', { params: { path: { id }, query: { limit: 1 } } })),
    ...live(({ pagination }: Schema<'ListResourceConnectorEvent'>) => pagination.total_count === 0),
  });
  const last = events.data?.items[0];
  if (!events.data) return null;
  return (
    <p role="status" className="row">
      {last ? (
        <>
          <Status tone="good">{words.arrived}</Status>
          <span className="faint small">
            {words.lastEvent}: <Ago at={last.occurred_at} />
          </span>
        </>
      ) : (
        <>
          <Status tone="warn">{words.notArrived}</Status> <span className="faint small">{words.looksAgain}</span>
        </>
      )}
    </p>
  );
}
