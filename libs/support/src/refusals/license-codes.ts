import { because, type Refusals } from './refusal.ts';

/** Refusals about license keys, by their `License-Code`. */
export const LICENSE_CODES: Refusals = {
  NOT_FOUND: because(
    'No license key of the organization has this string.',
    'Compare the key with the purchase, and `organization_id` with the seller. Many different unknown keys from one network are answered with 429.',
  ),
  ROTATED: because(
    'The license key was replaced by another one, and the time in which both worked is over.',
    'Ask the customer for the current key: it is in the portal, and `POST /v1/license-keys/{id}/send` mails it.',
  ),
  NOT_CLAIMED: because(
    'The key is one of a batch, and nobody has claimed it: it is no license key yet.',
    'Whoever has it claims it in the portal, or the application activates it with `License-Claim-Email`.',
  ),
  SIGN_IN_NOT_OFFERED: because(
    'The organization has not registered the application for signing in, or has deleted it.',
    'Compare `client_id` with `GET /v1/sign-in-clients/`, and `organization_id` with the seller.',
  ),
  SIGN_IN_EXPIRED: because('Ten minutes passed before the sign-in was used, or the code is unknown.', 'Begin another sign-in.'),
  SIGN_IN_DENIED: because('The customer refused the sign-in in the portal.', 'Begin another sign-in if the customer wants to.'),
  NO_LICENSE_KEY: because(
    'Whoever signed in has no usable license key of the benefits for which the application is registered.',
    'The customer buys one, is assigned a seat, or signs in with the address of the purchase.',
  ),
  LEASE_ENDED: because(
    'A library says so without a request: the lease whose units the application wants to use is over, or there is none.',
    'Renew the lease when there is a network.',
  ),
  UNITS_SETTLED: because(
    'A library says so without a request: it has reported what was used of the units of the lease, and the answer has not arrived yet.',
    'Renew the lease when there is a network: then there are units again.',
  ),
  CLOCK_SET_BACK: because(
    'A library says so without a request: the clock of the device shows an earlier time than the library has seen before.',
    'Set the date and the time of the device.',
  ),
  REVOKED: because(
    'The license key was revoked: its purchase ended or was refunded, its benefit was taken away, or its customer was deleted.',
    'Renew the purchase, or grant the benefit again; the seller can set `status` to `granted`.',
  ),
  DISABLED: because(
    'The seller has disabled the license key.',
    'The seller sets `status` of the license key to `granted` again.',
  ),
  EXPIRED: because(
    'The time of the license key is over.',
    'Renew the purchase, or set `expires_at` of the license key to a later time or to `null`.',
  ),
  ACTIVATIONS_NOT_SUPPORTED: because(
    'The license key has no limit of activations, so it is validated only.',
    'Validate it without an activation, or set `limit_activations` of the license key.',
  ),
  ACTIVATION_LIMIT_REACHED: because(
    'As many devices are activated as the license key allows, or leases of deactivated devices still hold places.',
    'Deactivate another device, wait until `License-Retry-At`, end the place that a lease holds, or raise `limit_activations`. `License-Manage-Url` is a page where customers remove a device themselves.',
  ),
  ACTIVATION_NOT_FOUND: because(
    'The license key has no such activation, or it was deactivated.',
    'Activate the license key on the device, and send the ID of that activation.',
  ),
  CHECKOUT_EXPIRED: because(
    'The device sent no heartbeat for longer than `checkout_seconds`, so that its place may be that of another one.',
    'Activate the license key again, and send heartbeats in time.',
  ),
  CONDITIONS_MISMATCH: because(
    'The conditions are not those of the activation.',
    'Send exactly the conditions that were sent with the activation: the same names, values and types.',
  ),
  BENEFIT_MISMATCH: because(
    'The license key comes from another benefit than `benefit_id`.',
    'Send the ID of the benefit from which the license key comes, or none.',
  ),
  PRODUCT_MISMATCH: because(
    'The license key comes from a benefit that the product `product_id` never brought.',
    'Send the ID of a product that brings the benefit of the license key, or none.',
  ),
  ENTITLEMENT_MISSING: because(
    'The license key does not have one of the `entitlements` that were asked for.',
    'Buy what brings it, and validate again.',
  ),
  RELEASE_NOT_INCLUDED: because(
    'The license key does not include the `release` that was sent, or none of its product has this version or file.',
    'Install the version that `License-Included-Version` names, or buy what includes the release: more time for updates, another edition, a channel or an entitlement. The seller publishes the release, with this file, under the product.',
  ),
  CUSTOMER_MISMATCH: because(
    'The license key belongs to another customer than `customer_id`.',
    'Send the ID of the customer who holds the license key, or none.',
  ),
  USAGE_LIMIT_EXCEEDED: because(
    'The license key, or the balance of a meter, has fewer units left than the request asks for.',
    'Ask for less, raise `limit_usage` of the license key, set its `usage` back, or credit units to the customer meter.',
  ),
  COUNTER_LIMIT_REACHED: because(
    'A counter of the license key has fewer units left than the request asks for.',
    'Ask for less, wait until it `resets_at`, set the counter back, or raise its limit in `policy.counters` of the benefit.',
  ),
  OFFLINE_NOT_SUPPORTED: because(
    'The benefit of the license key allows no leases.',
    'Set `offline` in the properties of the benefit, or validate with a network.',
  ),
  OFFLINE_LIMIT_REACHED: because(
    'As many devices have a lease, or hold a place by one, as `max_offline_devices` allows.',
    'Deactivate a device, wait until `License-Retry-At`, or raise `max_offline_devices` of the benefit.',
  ),
  HEARTBEATS_NOT_SUPPORTED: because(
    'The license key is not floating, so its activations need no heartbeats.',
    'Do not send them, or set the `mode` of the `activations` of the benefit to `floating`.',
  ),
  DEVICE_MISMATCH: because(
    'The components of the device are not those of the activation.',
    'Activate the license key on this device, or change `policy.devices.match` of the benefit.',
  ),
  DEVICE_NOT_ALLOWED: because(
    'The license key is for named devices, and this one is none of them.',
    'Add the ID of the device to `allowed_devices` of the license key, or set that to `null`.',
  ),
  DEVICE_OVER_LIMIT: because(
    'The license key has more devices than are granted since its limit was lowered, and this one was activated last.',
    'Deactivate other devices, raise `limit_activations` of the license key, or set `activations.over_limit` of the benefit to `keep`.',
  ),
  VIRTUAL_DEVICE_REFUSED: because(
    'The device is a virtual machine or a container, which the benefit does not allow.',
    'Use a physical device, or change `policy.devices.virtual` of the benefit.',
  ),
  DEVICE_CLASS_LIMIT_REACHED: because(
    'As many devices of this class are activated as the benefit allows.',
    'Deactivate a device of the class, or change `policy.devices.classes` of the benefit.',
  ),
  DEVICE_SWAP_LIMIT_REACHED: because(
    'Devices were exchanged as often in this period as the benefit allows.',
    'Wait until `License-Retry-At`, set `device_swaps` of the license key back, or raise `policy.devices.swaps.limit`.',
  ),
  RESERVATION_LIMIT_REACHED: because(
    'The license key or the customer meter has 100 open reservations.',
    'Commit or release some, or wait until they expire (`ttl_seconds`).',
  ),
  RESERVATION_NOT_FOUND: because(
    'There is no such reservation: it was committed, released or has expired.',
    'Reserve again; choose a `ttl_seconds` that is longer than the work.',
  ),
  CHECK_IN_OVERDUE: because(
    'The license key was not validated for longer than its policy allows.',
    'The seller sets `status` of the license key to `granted` again. Let the application validate in time.',
  ),
  UPDATES_ENDED: because(
    'The release was published after the updates of the license key ended.',
    'Install a release from before that time, or renew the purchase.',
  ),
  VERSION_TOO_OLD: because(
    'The version of the application is below those that the license key includes.',
    'Install a version that it includes, or change `policy.versions` of the benefit.',
  ),
  VERSION_TOO_NEW: because(
    'The version of the application is above those that the license key includes.',
    'Install a version that it includes, or change `policy.versions` of the benefit.',
  ),
  TRIAL_NOT_OFFERED: because(
    'The benefit offers no trial.',
    'Set `trial` in the properties of the benefit, or sell the license key.',
  ),
  METER_NOT_RESERVABLE: because(
    'The meter does not add up units, so none can be reserved.',
    'Use a meter that counts events or adds up a property.',
  ),
  FILE_MALFORMED: because(
    'The file of the device is damaged, or is another kind of file.',
    'Let the application write the file again.',
  ),
  FILE_SIGNATURE_INVALID: because(
    'The file of the device was changed after it was signed.',
    'Let the application write the file again, and carry it unchanged.',
  ),
  FILE_FOREIGN: because(
    'The file belongs to another license key, device or organization.',
    'Take the file of this device to the page of its own license key.',
  ),
  LEASE_OVER: because(
    'The lease of the device has ended already.',
    'Nothing is left to deactivate. Request a new lease if the device is to go on.',
  ),
  LEASE_RENEWED: because(
    'The device has a newer lease than the one that the file gives back.',
    'Let the device write the file again, after it has the newer lease.',
  ),
};
