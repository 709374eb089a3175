import { integer, list, object, optional, text, timestamp, uuid4 } from '#platform/wire';

/** Which places of a key are taken, by whom, and which are beyond its limit. */

const CheckOutsView = object({ taken: integer({ ge: 0 }), overdrawn: integer({ ge: 0 }) }, 'LicenseKeyCheckOuts', {
  taken: { text: 'How many slots are checked out now.', example: 52 },
  overdrawn: { text: 'How many of them are beyond `limit_activations`.', example: 2 },
});

export const checkOuts = { check_outs: optional(CheckOutsView) };
export const CHECK_OUTS = { check_outs: 'The slots of a floating license key. Left out if it is node-locked. An extension.' };

const PlacesView = object(
  { taken: integer({ ge: 0 }), overdrawn: integer({ ge: 0 }), over_limit_since: optional(timestamp()) },
  'LicenseKeyPlaces',
  {
    taken: { text: 'How many places are taken: by activations, and by leases of deactivated devices.', example: 4 },
    overdrawn: { text: 'How many of them are beyond `limit_activations`.', example: 1 },
    over_limit_since: 'Since when some are. Left out if that was before the service noted it.',
  },
);
export const places = { places: optional(PlacesView) };
export const PLACES = {
  places: 'The places of a node-locked license key that has more activations than its limit. Left out of others. An extension.',
};

const HeldPlaceView = object(
  { activation_id: uuid4(), label: text(), deactivated_at: timestamp(), held_until: timestamp() },
  'LicenseKeyHeldPlace',
  {
    activation_id: 'The ID of the activation that has ended.',
    label: { text: 'The label of the activation.', example: "Jane's laptop" },
    deactivated_at: 'When the activation ended.',
    held_until: 'Until when its lease holds the place. The device itself gets it back before.',
  },
);

export const heldPlaces = { held_places: optional(list(HeldPlaceView)) };
export const HELD_PLACES = {
  held_places:
    'The places that leases of deactivated devices hold, the first to be free first, at most 100. Left out if there are none. An extension.',
};
