import { randomUUID } from 'node:crypto';
import { FailedEvent, type GivenUp } from '../src/domain/failed-event.ts';

export const ORGANIZATION = randomUUID();
export const OTHER_ORGANIZATION = randomUUID();

let number = 0;

/** A failed event of `ORGANIZATION`, each of another event. */
export function aFailedEvent(attributes: Partial<GivenUp> = {}) {
  const builder = {
    of: (organizationId: string) => aFailedEvent({ ...attributes, organizationId }),
    failedOn: (failedAt: string) => aFailedEvent({ ...attributes, failedAt: new Date(failedAt) }),
    retrying: (): FailedEvent => FailedEvent.fromState({ ...aFailedEvent(attributes).build().snapshot, status: 'retrying' }),
    build: (): FailedEvent => {
      number += 1;
      return FailedEvent.create({
        organizationId: ORGANIZATION,
        eventId: String(number),
        subscriber: 'IssueKeyWhenBenefitGranted',
        name: 'benefit_grant.created',
        aggregateId: randomUUID(),
        occurredAt: new Date('2026-11-20T12:00:00.000Z'),
        failedAt: new Date('2026-11-20T18:00:00.000Z'),
        reason: 'unavailable',
        ...attributes,
      });
    },
  };
  return builder;
}
