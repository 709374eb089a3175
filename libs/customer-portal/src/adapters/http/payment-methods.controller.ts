import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireCustomer, RequireScope, type SellerPrincipal } from '#platform/auth';
import { defineRequest, Input, type InputOf, type Page, pageOf, paging, Responses, sorting, toPage } from '#platform/http';
import { object } from '#platform/wire';
import { GetCustomer } from '../../queries/get-customer.ts';
import { BY_EXTERNAL_ID, BY_ID, customerIn } from './customer-naming.ts';
import { OneCustomerRequest, OneExternalCustomerRequest } from './customers.dto.ts';

const READ = ['customers:read', 'customers:write'] as const;
const WHY = 'The list is always empty: this service takes no payments. It is there for components that ask for it.';
const BILLING_ONLY = ['NotPermitted', 'The member is neither owner nor billing manager.'] as const;

const PaymentMethodPageView = pageOf(object({}, 'PaymentMethod'), 'PaymentMethod');
const ofCustomer = defineRequest({ path: OneCustomerRequest.shape.path, query: paging });
const ofExternalCustomer = defineRequest({ path: OneExternalCustomerRequest.shape.path, query: paging });
const own = defineRequest({ query: paging });
const ownWallets = defineRequest({ query: { sorting: sorting(['created_at', 'balance'], ['-created_at']), ...paging } });

interface Naming {
  readonly path: string;
  readonly customer: typeof BY_ID | typeof BY_EXTERNAL_ID;
  readonly request: typeof ofCustomer | typeof ofExternalCustomer;
}

/** Payment methods of customers, for sellers. The path names the customer by its ID or by its external ID. */
function paymentMethodsController({ path: prefix, customer: { suffix, errors }, request }: Naming) {
  @ApiTags('customers')
  @Controller(prefix)
  class PaymentMethodsOfCustomers {
    constructor(private readonly queries: QueryBus) {}

    @Get()
    @Responses({
      summary: `List the payment methods of a customer${suffix}`,
      description: WHY,
      ok: { status: 200, view: PaymentMethodPageView },
      errors,
    })
    @RequireScope(READ)
    async listPaymentMethods(
      @Input(request) { path, query }: InputOf<Naming['request']>,
      @CurrentCaller() caller: SellerPrincipal,
    ): Promise<Page<object>> {
      await this.queries.execute(new GetCustomer(caller.access('customers'), customerIn(path)));
      return toPage([], 0, query);
    }
  }
  return PaymentMethodsOfCustomers;
}

export const PaymentMethodsOfCustomersController = paymentMethodsController({
  path: 'v1/customers/:id/payment-methods',
  customer: BY_ID,
  request: ofCustomer,
});

export const PaymentMethodsOfExternalCustomersController = paymentMethodsController({
  path: 'v1/customers/external/:external_id/payment-methods',
  customer: BY_EXTERNAL_ID,
  request: ofExternalCustomer,
});

/** Payment methods and wallets of the authenticated customer. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal')
export class PortalPaymentMethodsController {
  @Get('customers/me/payment-methods')
  @Responses({
    summary: 'List the payment methods of the authenticated customer',
    description: WHY,
    ok: { status: 200, view: PaymentMethodPageView },
    errors: { 403: BILLING_ONLY },
  })
  @RequireCustomer({ leading: true })
  listPaymentMethods(@Input(own) { query }: InputOf<typeof own>): Page<object> {
    return toPage([], 0, query);
  }

  @Get('wallets')
  @Responses({
    summary: 'List the wallets of the authenticated customer',
    description: WHY,
    ok: { status: 200, view: pageOf(object({}, 'Wallet'), 'Wallet') },
    errors: { 403: BILLING_ONLY },
  })
  @RequireCustomer({ leading: true })
  list(@Input(ownWallets) { query }: InputOf<typeof ownWallets>): Page<object> {
    return toPage([], 0, query);
  }
}
