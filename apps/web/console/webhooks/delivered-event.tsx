import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Ago } from '../../ui/display.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { CopyButton } from '../../ui/secret.tsx';
import { Empty, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { useWords } from '../words/index.ts';
import { AttemptStatus, type Delivery, stateOf } from './attempt.tsx';

/** More than an event has, unless it was delivered again many times. */
const MOST_ATTEMPTS = 100;

/** One event at an endpoint: what was sent, and every attempt. */
export function DeliveredEventDialog({
  endpointId,
  eventId,
  onClose,
}: {
  readonly endpointId: string;
  readonly eventId: string;
  readonly onClose: () => void;
}): ReactNode {
  const { webhooks: words } = useWords();
  const { noMatches } = useUiWords();
  const attempts = useQuery({
    queryKey: ['webhooks', 'event', endpointId, eventId],
    queryFn: () =>
      answer(
        api.GET('/v1/webhooks/deliveries', {
          params: { query: { endpoint_id: [endpointId], query: eventId, limit: MOST_ATTEMPTS } },
        }),
      ),
  });
  return (
    <Dialog title={words.eventTitle} wide isOpen onClose={onClose}>
      <Loaded of={attempts} waiting={<SkeletonCards count={2} height={120} />}>
        {({ items }) =>
          items[0] ? <DeliveredEvent attempts={items} event={items[0].webhook_event} /> : <Empty icon={Send} title={noMatches} />
        }
      </Loaded>
    </Dialog>
  );
}

function DeliveredEvent({
  attempts,
  event,
}: {
  readonly attempts: readonly Delivery[];
  readonly event: Delivery['webhook_event'];
}): ReactNode {
  const { webhooks: words } = useWords();
  const mayRedeliver = useMay('webhooks:write');
  return (
    <>
      <div className="row">
        <code>{event.type}</code>
        <span className="faint">{words.states[stateOf(event)]}</span>
        {mayRedeliver && !event.is_archived && <Redeliver id={event.id} />}
      </div>
      <p className="faint small">
        {words.eventId} <code>{event.id}</code>
      </p>
      <h3>{words.attempts}</h3>
      <AttemptTable attempts={attempts} />
      {event.payload === null ? <p className="faint">{words.noPayload}</p> : <Payload text={event.payload} />}
    </>
  );
}

function Payload({ text }: { readonly text: string }): ReactNode {
  const { webhooks: words } = useWords();
  return (
    <>
      <div className="row">
        <h3>{words.payload}</h3>
        <CopyButton small text={text} what={words.payload} />
      </div>
      <pre className="payload">{indented(text)}</pre>
    </>
  );
}

/** The JSON with line breaks; as it is if it is none. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Redeliver({ id }: { readonly id: string }): ReactNode {
  const { webhooks: words } = useWords();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const redeliver = async (): Promise<void> => {
    setPending(true);
    try {
      const headers = { 'Idempotency-Key': newIdempotencyKey() };
      await answer(api.POST('/v1/webhooks/events/{id}/redeliver', { params: { path: { id } }, headers }));
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
      toast(words.redelivering(1));
    } catch (error) {
      badToast(textOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button small icon={Send} isPending={isPending} onPress={() => void redeliver()}>
      {words.redeliver}
    </Button>
  );
}

function AttemptTable({ attempts }: { readonly attempts: readonly Delivery[] }): ReactNode {
  const { webhooks: words } = useWords();
  const columns: readonly Column<Delivery>[] = [
    { id: 'at', title: words.at, cell: ({ created_at }) => <Ago at={created_at} /> },
    { id: 'outcome', title: words.outcome, cell: (attempt) => <AttemptStatus delivery={attempt} /> },
    {
      id: 'response',
      title: words.response,
      cell: ({ response }) => <span className="answer-text small">{response ?? '–'}</span>,
    },
  ];
  return <Table label={words.attempts} columns={columns} rows={attempts} rowId={({ id }) => id} />;
}
