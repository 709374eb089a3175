import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { Status } from '../../ui/display.tsx';
import { useWords } from '../words/index.ts';

/** One attempt to deliver an event. */
export type Delivery = Schema<'WebhookDelivery'>;

export function AttemptStatus({
  delivery: { succeeded, http_code },
}: {
  readonly delivery: Pick<Delivery, 'succeeded' | 'http_code'>;
}): ReactNode {
  const { webhooks: words } = useWords();
  const text = succeeded ? words.outcomes.succeeded : words.outcomes.failed;
  return (
    <Status tone={succeeded ? 'good' : 'bad'}>
      {text} · {http_code ?? words.noAnswer}
    </Status>
  );
}

/** What became of an event at an endpoint. */
export function stateOf({ succeeded, skipped }: Delivery['webhook_event']): 'delivered' | 'failed' | 'skipped' | 'pending' {
  if (skipped) return 'skipped';
  if (succeeded === null) return 'pending';
  return succeeded ? 'delivered' : 'failed';
}
