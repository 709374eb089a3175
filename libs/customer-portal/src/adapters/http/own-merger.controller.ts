import { Controller, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { defineRequest, Idempotent, Input, type InputOf, RateLimited, Responses } from '#platform/http';
import { object, strict, text } from '#platform/wire';
import { MergeByCode } from '../../commands/merge-by-code.ts';
import { PortalCustomerView } from '../../queries/customer.view.ts';
import { GetOwnDetails } from '../../queries/get-own-details.ts';

const MergeRequest = defineRequest({
  body: strict(
    object({ code: text({ max: 255 }) }, 'CustomerPortalCustomerMerge', {
      code: { text: 'The code from the e-mail to the other address.', example: 'A1B2-C3D4E5' },
    }),
  ),
});

/** Individual customers who bought with several addresses become one, by a code that is mailed to the other address. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/customers/me/merge')
export class OwnMergerController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  // Whoever lost the response repeats the request: the code alone is used up by then.
  @Idempotent()
  @Responses({
    summary: 'Merge another customer into the authenticated one',
    description:
      'Merges the customer with another e-mail address into the customer of the session and deletes it. The address is proved by a code of ' +
      '`POST /v1/customer-portal/customer-session/request`, which is used up. License keys, subscriptions, orders, benefits and usage of the ' +
      'other customer move within moments, its sessions end, and its address signs in to this customer from then on. The customer cannot take it back. Both have ' +
      'to be individual customers, and the code that of the owner. Members need the role `owner` or `billing_manager`. A code that is unknown, of another ' +
      'organization, was used, is older than 30 minutes or was tried too often is refused with 422 (`invalid`), because the session is valid. Requests ' +
      'are limited (429). Publishes `customer.merged`.',
    ok: { status: 200, view: PortalCustomerView },
    errors: {
      403: [
        'NotPermitted',
        'The seller does not let customers merge their accounts (`customer_portal_settings.customer.allow_email_change`), or the role of the member does not allow it.',
      ],
    },
  })
  @RequireCustomer({ leading: true })
  @RateLimited({ quota: 'signIn', name: 'mergers by code' })
  async merge(
    @Input(MergeRequest) { body }: InputOf<typeof MergeRequest>,
    @CurrentCaller() { access }: PortalPrincipal,
  ): Promise<PortalCustomerView> {
    await this.commands.execute(new MergeByCode(access, body.code));
    return this.queries.execute(new GetOwnDetails(access));
  }
}
