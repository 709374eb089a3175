import type { QueryBus } from '@nestjs/cqrs';
import { ValidationFailed } from '#kernel';
import { FindMeters } from '../needs/index.ts';

/**
 * Loads the meter that benefit properties name. The returned check throws `ValidationFailed` if the meter does not exist in the
 * given organization; it passes if the properties name no meter.
 */
export async function loadMeterCheck(
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
