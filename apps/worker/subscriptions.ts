import type { CommandBus } from '@nestjs/cqrs';
import { auditSubscribers } from '#audit';
import { connectorsSubscribers } from '#connectors';
import { customerPortalSubscribers } from '#customer-portal';
import { customerStatesSubscribers } from '#customer-states';
import { entitlementsSubscribers } from '#entitlements';
import { identitySubscribers } from '#identity';
import { licensingSubscribers } from '#licensing';
import { meteringSubscribers } from '#metering';
import { notesSubscribers } from '#notes';
import { oauthSubscribers } from '#oauth';
import { organizationsSubscribers } from '#organizations';
import { commandSubscriber, EventRouter, type Subscriber } from '#platform/messaging/composition';
import { releasesSubscribers } from '#releases';
import { seatsSubscribers } from '#seats';
import { webhooksSubscribers } from '#webhooks';
import type { AnyEvent } from './any-event.ts';

/** The subscribers of all contexts. */
export const subscribers = [
  ...organizationsSubscribers,
  ...identitySubscribers,
  ...customerPortalSubscribers,
  ...entitlementsSubscribers,
  ...licensingSubscribers,
  ...meteringSubscribers,
  ...seatsSubscribers,
  ...customerStatesSubscribers,
  ...webhooksSubscribers,
  ...connectorsSubscribers,
  ...releasesSubscribers,
  ...notesSubscribers,
  ...oauthSubscribers,
  ...auditSubscribers,
];

type Subscribed = (typeof subscribers)[number]['events'][number];

/** The other events, each of which the compiler wants to see here: a worker leaves an event that it does not know to another version. */
const UNSUBSCRIBED: Readonly<Record<Exclude<AnyEvent['name'], Subscribed>, null>> = {};

export function eventRouter(commands: CommandBus): EventRouter {
  const byEvent = new Map<string, Subscriber[]>(Object.keys(UNSUBSCRIBED).map((name) => [name, []]));
  for (const row of subscribers) {
    const subscriber = commandSubscriber(row, commands);
    for (const name of row.events) byEvent.set(name, [...(byEvent.get(name) ?? []), subscriber]);
  }
  return new EventRouter(byEvent);
}
