import { Controller, Get, Patch } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses, Input, type InputOf, SALES_NOT_SHOWN, StreamsLists, defineRequest } from '#platform/http';
import { ChangeOwnDetails } from '../../commands/change-own-details.ts';
import { CustomerExportView } from '../../queries/customer-export.view.ts';
import { PortalCustomerView } from '../../queries/customer.view.ts';
import type { CustomerExport } from '../../queries/export-customer.ts';
import { GetOwnDetails } from '../../queries/get-own-details.ts';
import { CustomerExports } from './customer-exports.ts';
import { SHORT_TEXT } from '#support/texts';
import { addressFrom, AddressInput, blankToNull, nullable, object, optional, uuid4 } from '#platform/wire';

/** A blank billing name leaves it as it is; a blank tax ID removes it. */
export const ChangeOwnDetailsRequest = defineRequest({
  body: object(
    {
      billing_name: optional(blankToNull({ max: 256 })),
      billing_address: optional(nullable(AddressInput)),
      tax_id: optional(blankToNull(SHORT_TEXT)),
      default_payment_method_id: optional(nullable(uuid4())),
    },
    'CustomerPortalCustomerUpdate',
    {
      billing_name: { text: 'The name on invoices. `null` or blank to leave it as it is.', example: 'Jane Doe' },
      billing_address: 'The billing address. Replaces the existing one as a whole.',
      tax_id: 'The tax ID: a number valid in the country of the billing address. `null` or blank removes it.',
      default_payment_method_id: 'Not supported: there are no payment methods, so any ID is rejected with 422.',
    },
  ),
});

const ownChangesFrom = (body: InputOf<typeof ChangeOwnDetailsRequest>['body']) => ({
  billingName: body.billing_name,
  billingAddress: body.billing_address && addressFrom(body.billing_address),
  taxId: body.tax_id,
  defaultPaymentMethodId: body.default_payment_method_id,
});

/** The details of the authenticated customer. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/customers/me')
export class PortalDetailsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly exports: CustomerExports,
  ) {}

  @Get()
  @Responses({
    summary: 'Get the authenticated customer',
    description: 'Returns the customer of the session. For a member: the customer that the member belongs to.',
    ok: { status: 200, view: PortalCustomerView },
  })
  @RequireCustomer()
  get(@CurrentCaller() caller: PortalPrincipal): Promise<PortalCustomerView> {
    return this.queries.execute(new GetOwnDetails(caller.access));
  }

  @Get('export')
  @StreamsLists()
  @Responses({
    summary: 'Export the data of the authenticated customer',
    description:
      'Returns all data that is stored about the customer and that the session may see: details, members, license keys with activations and increments, purchases and benefits. Metadata of the seller is not included, except that of purchases. A session makes one export at a time. If the connection is closed before the end of the JSON, the export has failed.',
    ok: { status: 200, view: CustomerExportView },
    errors: {
      403: SALES_NOT_SHOWN,
      429: ['TooManyRequests', 'The session is making an export. Try again after `Retry-After` seconds.'],
    },
  })
  @RequireCustomer({ aboutSales: true })
  export(@CurrentCaller() caller: PortalPrincipal): Promise<CustomerExport & AsyncDisposable> {
    return this.exports.begin(caller);
  }

  @Patch()
  @Responses({
    summary: 'Update the authenticated customer',
    description:
      'Changes the billing details. `billing_address` is replaced as a whole. `tax_id` must be valid in the country of the address and ' +
      'is validated again when the address changes. Members need the role `owner` or `billing_manager`. Publishes `customer.updated`.',
    ok: { status: 200, view: PortalCustomerView },
    errors: { 403: ['NotPermitted', 'The member is neither owner nor billing manager.'] },
  })
  @RequireCustomer({ leading: true })
  async update(
    @Input(ChangeOwnDetailsRequest) { body }: InputOf<typeof ChangeOwnDetailsRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<PortalCustomerView> {
    await this.commands.execute(new ChangeOwnDetails(caller.access, ownChangesFrom(body)));
    return this.queries.execute(new GetOwnDetails(caller.access));
  }
}
