import type { QueryBus } from '@nestjs/cqrs';
import { FindMeters } from '#metering/contract';
import { ValidationFailed } from '#kernel';

/** What is left to ask, once it is known whose meter it has to be: refuses properties that speak of another one, or of none. */
export async function assertMeterExists(
  queries: QueryBus,
  properties: object | undefined,
): Promise<(organizationId: string) => void> {
  const meterId = properties && 'meterId' in properties ? String(properties.meterId) : undefined;
  const meters = await queries.execute(new FindMeters(meterId === undefined ? [] : [meterId]));
  return (organizationId) => {
    if (meterId === undefined || meters.get(meterId)?.organizationId === organizationId) return;
    throw ValidationFailed.at(['properties', 'meterId'], 'Meter does not exist.', meterId);
  };
}
