import { COUNTER_NAME } from '#catalog/views';
import { defineRequest, paging } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import {
  describeFields,
  describeInput,
  integer,
  nullable,
  object,
  optional,
  text,
  uuid4,
  withDefault,
  strict,
} from '#platform/wire';
import { ABOUT_METADATA, INCREMENT_METADATA, MOST_UNITS } from './counters.dto.ts';
import { PRESENTED } from './license-key.dto.ts';

const presented = { key: text(LOOKUP_TEXT), organization_id: uuid4() };
const units = integer({ ge: 1, le: MOST_UNITS });
const path = describeFields({ id: uuid4() }, { id: 'The ID of the reservation.' });
const A_DAY = 86_400;

export const ReserveRequest = defineRequest({
  body: strict(
    object(
      {
        ...presented,
        units,
        counter: optional(nullable(COUNTER_NAME)),
        ttl_seconds: withDefault(integer({ ge: 1, le: A_DAY }), () => 600),
        activation_id: optional(nullable(uuid4())),
      },
      'LicenseKeyReserve',
      {
        ...PRESENTED,
        units: { text: 'The number of units to reserve. It cannot exceed the usage that is left.', example: 10 },
        counter: {
          text: 'The name of the counter of which the units are. Left out: of the usage.',
          example: 'exports',
        },
        ttl_seconds: {
          text: 'For how many seconds the units are reserved, at most a day. Then they are free again. 600 by default.',
          example: 600,
        },
        activation_id: 'The ID of an activation that must be valid, as in a validation.',
      },
    ),
  ),
});

export const CommitReservationRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        ...presented,
        units: optional(nullable(integer({ ge: 0, le: MOST_UNITS }))),
        metadata: INCREMENT_METADATA,
      },
      'LicenseKeyReservationCommit',
      {
        ...PRESENTED,
        units: {
          text: 'How many of the units were used; the others are free again. All of them by default.',
          example: 8,
        },
        metadata: { text: `${ABOUT_METADATA.text} Only of a reservation of a \`counter\`. An extension.` },
      },
    ),
  ),
});

export const ReleaseReservationRequest = defineRequest({
  path,
  body: strict(object(presented, 'LicenseKeyReservationRelease', PRESENTED)),
});

export const ListReservationsRequest = defineRequest({
  path: describeFields({ id: uuid4() }, describeInput('license key').path),
  query: paging,
});
