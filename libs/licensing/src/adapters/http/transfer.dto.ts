import { defineRequest } from '#platform/http';
import { describeFields, describeInput, object, oneOf, uuid4, withDefault, strict } from '#platform/wire';

const id = describeFields({ id: uuid4() }, describeInput('license key').path);

export const TransferRequest = defineRequest({
  path: id,
  body: strict(
    object(
      { customer_id: uuid4(), activations: withDefault(oneOf(['keep', 'deactivate']), () => 'keep' as const) },
      'LicenseKeyTransfer',
      {
        customer_id: 'The ID of the customer who gets the license key, of the same organization.',
        activations: 'Whether the devices of the former customer stay activated: `keep` by default, or `deactivate`.',
      },
    ),
  ),
});
