import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireCustomer, RequireScope, type SellerPrincipal } from '#platform/auth';
import { defineRequest, Input, type InputOf, type Page, pageOf, paging, Responses, sorting, toPage } from '#platform/http';
import { object } from '#platform/wire';
import { GetCustomer } from '../../queries/get-customer.ts';
import { CUSTOMER_NOT_FOUND, EXTERNAL_ID_AMBIGUOUS, EXTERNAL_ID_NOT_FOUND } from './customer-errors.ts';
import { OneCustomerRequest, OneExternalCustomerRequest } from './customers.dto.ts';

const READ = ['customers:read', 'customers:write'] as const;
const WHY = 'The list is always empty: this service takes no payments. It is there for components that ask for it.';
const BILLING_ONLY = ['NotPermitted', 'The member is neither owner nor billing manager.'] as const;

const PaymentMethodPageView = pageOf(object({}, 'PaymentMethod'), 'PaymentMethod');
const ofCustomer = defineRequest({ path: OneCustomerRequest.shape.path, query: paging });
const ofExternalCustomer = defineRequest({ path: OneExternalCustomerRequest.shape.path, query: paging });
const own = defineRequest({ query: paging });
const ownWallets = defineRequest({ query: { sorting: sorting(['created_at', 'balance'], ['-created_at']), ...paging } });

/** Payment methods of customers, for sellers. */
@ApiTags('customers')
@Controller('v1/customers/:id/payment-methods')
export class PaymentMethodsOfCustomersController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List the payment methods of a customer',
    description: WHY,
    ok: { status: 200, view: PaymentMethodPageView },
    errors: { 404: CUSTOMER_NOT_FOUND },
  })
  @RequireScope(READ)
  async listPaymentMethods(
    @Input(ofCustomer) { path, query }: InputOf<typeof ofCustomer>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<object>> {
    await this.queries.execute(new GetCustomer(caller.access('customers'), path));
    return toPage([], 0, query);
  }
}

/** The same by external ID. */
@ApiTags('customers')
@Controller('v1/customers/external/:external_id/payment-methods')
export class PaymentMethodsOfExternalCustomersController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List the payment methods of a customer by external ID',
    description: WHY,
    ok: { status: 200, view: PaymentMethodPageView },
    errors: { 404: EXTERNAL_ID_NOT_FOUND, 409: EXTERNAL_ID_AMBIGUOUS },
  })
  @RequireScope(READ)
  async listPaymentMethods(
    @Input(ofExternalCustomer) { path, query }: InputOf<typeof ofExternalCustomer>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<object>> {
    await this.queries.execute(new GetCustomer(caller.access('customers'), { externalId: path.external_id }));
    return toPage([], 0, query);
  }
}

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
