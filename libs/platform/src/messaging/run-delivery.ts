import { Logger } from '@nestjs/common';
import { deliveryFinished } from '#engine/metrics';
import { runInContext, RequestContext } from '#engine/tenancy';
import { startSpan } from '#engine/tracing';
import type { Delivery } from './deliveries.ts';

/** The outcome of an attempt. What waits gets a place among bulk work later; what is postponed is left to `Redelivery`. */
export type Outcome = { readonly delivery: Delivery } & (
  { readonly state: 'done' | 'waiting' | 'postponed' } | { readonly state: 'failed'; readonly reason: unknown }
);

const log = new Logger('Delivery');

/** Runs an attempt as work of its organization, which continues what the request that caused the event began. */
export async function runDelivery({ event, subscriber }: Delivery, attempt: () => Promise<Outcome>): Promise<Outcome> {
  const { organizationId, requestId, traceparent, locale } = event;
  const span = traceparent === null ? undefined : startSpan(subscriber, { kind: 'consumer', parent: traceparent });
  const context = new RequestContext({
    tenant: organizationId,
    operation: subscriber,
    isBackground: true,
    requestId: requestId ?? undefined,
    eventId: event.id,
    acceptLanguage: locale ?? undefined,
    span,
  });
  context.organization = organizationId;
  const began = performance.now();
  return runInContext(context, async () => {
    const outcome = await attempt();
    const ms = performance.now() - began;
    deliveryFinished(subscriber, outcome.state, ms);
    span?.set({ event: event.name, event_id: event.id, organization: organizationId, result: outcome.state });
    span?.end(outcome.state === 'failed' ? outcome.reason : undefined);
    log.debug(`${subscriber} ${outcome.state}`, { event: event.name, event_id: event.id, duration_ms: Math.round(ms) });
    return outcome;
  });
}
