import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { EventChoice } from './event-choice.tsx';
import { EVENT_TYPES, type EventType } from './event-types.ts';
import { HeadersInput, headerRows, headersOf } from './headers-input.tsx';
import { SubjectChoice } from './subject-choice.tsx';
import './webhooks.css';

export type Endpoint = Schema<'WebhookEndpoint'>;

/** What an endpoint gets: a format, or an envelope of the format `raw`. */
type Form = Endpoint['format'] | NonNullable<Endpoint['envelope']>;
const FORMS = ['raw', 'cloudevents', 'cloudevents_binary', 'discord', 'slack'] as const satisfies readonly Form[];
export const formOf = ({ envelope, format }: Endpoint): Form => envelope ?? format;

/** Creates an endpoint and shows it. */
export function CreateEndpointDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { webhooks: words } = useWords();
  const { organization_id, slug } = useOrganization();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const create = async (body: EndpointValues): Promise<void> => {
    const { id } = await answer(
      api.POST('/v1/webhooks/endpoints', { headers: { 'Idempotency-Key': idempotencyKey }, body: { ...body, organization_id } }),
    );
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
    toast(words.created);
    onClose();
    await navigate({ to: '/$slug/webhooks/$id', params: { slug, id } });
  };
  return <EndpointDialog title={words.createTitle} submit={words.create} onClose={onClose} onSubmit={create} />;
}

/** Changes an endpoint. */
export function EditEndpointDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}): ReactNode {
  const { webhooks: words } = useWords();
  const { save, saved } = useUiWords();
  const queries = useQueryClient();
  const change = async (body: EndpointValues): Promise<void> => {
    await answer(api.PATCH('/v1/webhooks/endpoints/{id}', { params: { path: { id: endpoint.id } }, body }));
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
    onClose();
    toast(saved);
  };
  return <EndpointDialog title={words.editTitle} submit={save} endpoint={endpoint} onClose={onClose} onSubmit={change} />;
}

interface EndpointValues {
  readonly url: string;
  readonly name: string | null;
  readonly format: Endpoint['format'];
  readonly envelope: NonNullable<Endpoint['envelope']> | 'standard';
  readonly events: EventType[];
  readonly product_ids: string[];
  readonly benefit_ids: string[];
  readonly headers: Schema<'WebhookEndpointHeaderInput'>[];
}

function EndpointDialog({
  title,
  submit,
  endpoint,
  onClose,
  onSubmit,
}: {
  readonly title: string;
  readonly submit: string;
  readonly endpoint?: Endpoint;
  readonly onClose: () => void;
  readonly onSubmit: (values: EndpointValues) => Promise<void>;
}): ReactNode {
  const { webhooks: words } = useWords();
  const [form, setForm] = useState<Form>(endpoint ? formOf(endpoint) : 'raw');
  const [events, setEvents] = useState<ReadonlySet<EventType>>(new Set(endpoint?.events));
  const [products, setProducts] = useState<ReadonlySet<string>>(new Set(endpoint?.product_ids));
  const [benefits, setBenefits] = useState<ReadonlySet<string>>(new Set(endpoint?.benefit_ids));
  const [headers, setHeaders] = useState(() => headerRows(endpoint?.headers ?? []));
  const send = (values: FormData): Promise<void> =>
    onSubmit({
      url: String(values.get('url')).trim(),
      name: String(values.get('name')).trim() || null,
      ...(isEnvelope(form) ? { format: 'raw', envelope: form } : { format: form, envelope: 'standard' }),
      events: [...EVENT_TYPES.filter((type) => events.has(type)), ...(endpoint?.events ?? []).filter(isNeverSent)],
      product_ids: [...products],
      benefit_ids: [...benefits],
      headers: headersOf(headers),
    });
  return (
    <Dialog title={title} wide isOpen onClose={onClose}>
      <ApiForm submitLabel={submit} onSubmit={send} onCancel={onClose}>
        <TextInput
          name="url"
          type="url"
          label={words.url}
          hint={words.urlHint}
          defaultValue={endpoint?.url ?? ''}
          autoFocus
          isRequired
        />
        <div className="form-row">
          <TextInput name="name" label={words.name} defaultValue={endpoint?.name ?? ''} />
          <SelectInput
            name="format"
            label={words.format}
            value={form}
            choices={FORMS.map((id) => ({ id, label: words.formats[id] }))}
            onChange={setForm}
          />
        </div>
        <EventChoice chosen={events} onChange={setEvents} />
        <SubjectChoice products={products} benefits={benefits} onProducts={setProducts} onBenefits={setBenefits} />
        <HeadersInput rows={headers} onChange={setHeaders} />
      </ApiForm>
    </Dialog>
  );
}

const isEnvelope = (form: Form): form is NonNullable<Endpoint['envelope']> =>
  form === 'cloudevents' || form === 'cloudevents_binary';

/** Kinds that are accepted but not offered stay as they are. */
const isNeverSent = (type: EventType): boolean => !EVENT_TYPES.includes(type);
