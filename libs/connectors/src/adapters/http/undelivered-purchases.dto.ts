import { defineRequest, paging, repeatable } from '#platform/http';
import { describeFields, describeInput, email, nullable, object, oneOf, optional, text, uuid4, strict } from '#platform/wire';
import { REASONS } from '../../queries/undelivered-purchase.view.ts';

const texts = describeInput('undelivered purchase');
const path = describeFields({ id: uuid4() }, texts.path);
const product_id = uuid4();

export const ListUndeliveredRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        connector_id: repeatable(uuid4()),
        reason: optional(oneOf(REASONS)),
      },
      {
        ...texts.filters,
        connector_id: 'Returns only what these connectors told about.',
        reason: 'Returns only what was not delivered for this reason.',
      },
    ),
    ...paging,
  },
});

export const OneUndeliveredRequest = defineRequest({ path });

export const MapUndeliveredPriceRequest = defineRequest({
  path,
  body: strict(
    object({ product_id }, 'UndeliveredPurchaseMapPrice', {
      product_id: 'The ID of the product to which the price is mapped.',
    }),
  ),
});

export const DeliverUndeliveredRequest = defineRequest({
  path,
  body: strict(
    object({ product_id: optional(nullable(product_id)), email: optional(nullable(email())) }, 'UndeliveredPurchaseDeliver', {
      product_id: 'The ID of the product to deliver. Required if an order can deliver it; otherwise it is not read.',
      email: 'The e-mail address of the customer. Required if the provider did not tell it; otherwise it is not read.',
    }),
  ),
});

const MAX_REASON = 500;

export const DismissUndeliveredRequest = defineRequest({
  path,
  body: strict(
    object({ reason: text({ min: 1, max: MAX_REASON }) }, 'UndeliveredPurchaseDismiss', {
      reason: { text: 'Why nothing is to be delivered.', example: 'Paid by mistake, refunded at the provider.' },
    }),
  ),
});
