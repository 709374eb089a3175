import { defineRequest, type InputOf, paging, repeatable, sorting } from '#platform/http';
import { SHORT_TEXT } from '#support/texts';
import {
  boolean,
  describeFields,
  describeInput,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
  withDefault,
  strict,
} from '#platform/wire';
import type { ReportDispute } from '../../commands/report-dispute.ts';
import type { UpdateDispute } from '../../commands/update-dispute.ts';
import { DISPUTE_STATUS_NAMES, DisputeView } from '../../queries/dispute.view.ts';
import { DISPUTE_ORDERS } from '../../queries/list-disputes.ts';

const texts = describeInput('dispute');
const path = describeFields({ id: uuid4() }, texts.path);
const status = () => oneOf(DISPUTE_STATUS_NAMES);
const REASON = { text: 'The reason as the card network states it.', example: 'product_not_received' };
const EVIDENCE = 'Until when evidence can be submitted.';

export const ListDisputesRequest = defineRequest({
  query: {
    ...describeFields(
      { organization_id: repeatable(uuid4()), order_id: repeatable(uuid4()), status: repeatable(status()) },
      {
        ...texts.filters,
        order_id: 'Returns only disputes about these orders. Can be repeated.',
        status: 'Returns only disputes with these statuses. Can be repeated.',
      },
    ),
    sorting: sorting(DISPUTE_ORDERS, ['-created_at']),
    ...paging,
  },
});

export const OneDisputeRequest = defineRequest({ path });

export const CreateDisputeRequest = defineRequest({
  body: strict(
    object(
      {
        order_id: uuid4(),
        payment_id: text({ min: 1, ...SHORT_TEXT }),
        status: withDefault(status(), () => 'needs_response' as const),
        amount: optional(integer({ ge: 0 })),
        tax_amount: optional(integer({ ge: 0 })),
        reason: optional(nullable(text(SHORT_TEXT))),
        evidence_due_by: optional(nullable(timestamp())),
        revoke_benefits: withDefault(boolean(), () => false),
      },
      'DisputeCreate',
      {
        order_id: 'The ID of the order.',
        payment_id: { text: 'The ID of the payment at the payment provider.', example: 'ch_3Q9' },
        status: 'The status of the dispute.',
        amount: { text: 'The disputed amount in minor units, without tax. That of the order by default.', example: 2900 },
        tax_amount: 'The disputed tax in minor units. That of the order by default.',
        reason: REASON,
        evidence_due_by: EVIDENCE,
        revoke_benefits:
          'Whether the customer loses the benefits of the order unless the dispute is won. Not allowed for an order that pays for a subscription.',
      },
    ),
  ),
});

export const disputeFrom = (body: InputOf<typeof CreateDisputeRequest>['body']): ReportDispute['dispute'] => ({
  status: body.status,
  ...(body.amount === undefined ? {} : { amount: body.amount }),
  ...(body.tax_amount === undefined ? {} : { taxAmount: body.tax_amount }),
  reason: body.reason ?? null,
  evidenceDueBy: body.evidence_due_by ?? null,
  paymentId: body.payment_id,
  revokeBenefits: body.revoke_benefits,
});

export const UpdateDisputeRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        status: optional(status()),
        reason: optional(nullable(text(SHORT_TEXT))),
        evidence_due_by: optional(nullable(timestamp())),
      },
      'DisputeUpdate',
      { status: 'The new status. The status of a closed dispute does not change.', reason: REASON, evidence_due_by: EVIDENCE },
    ),
    DisputeView,
  ),
});

export const disputeChangesFrom = ({
  evidence_due_by: evidenceDueBy,
  ...rest
}: InputOf<typeof UpdateDisputeRequest>['body']): Exclude<UpdateDispute['changes'], string> => ({ ...rest, evidenceDueBy });
