import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, type Page, pageOf, Responses } from '#platform/http';
import { ChangeBalance } from '../../commands/change-balance.ts';
import { CustomerMeterCreditView } from '../../queries/customer-meter-credit.view.ts';
import { CustomerMeterView } from '../../queries/customer-meter.view.ts';
import { GetCustomerMeter } from '../../queries/get-customer-meter.ts';
import { ListCredits } from '../../queries/list-credits.ts';
import {
  GiveUnitsRequest,
  ListCreditsRequest,
  ResetUsageRequest,
  RevokeCreditRequest,
  TakeUnitsRequest,
} from './customer-meter-changes.dto.ts';

const NOT_FOUND = 'The customer meter does not exist, belongs to another organization, or its customer was deleted.';

const operation = (summary: string, description: string, notFound = NOT_FOUND): Responses => ({
  summary,
  description,
  ok: { status: 200, view: CustomerMeterView },
  errors: {
    403: ['NotPermitted', 'The caller may not manage customers of the organization.'],
    404: ['ResourceNotFound', notFound],
  },
});

/** What sellers change by hand. */
@ApiTags('customer_meters')
@Controller('v1/customer-meters/:id')
export class CustomerMeterChangesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('credits')
  @Responses({
    summary: 'List credits of a customer meter',
    description:
      'Returns the credits that have an end or a priority and have not ended, in the order in which they are used. What the balance has besides is left of credits without either. An extension.',
    ok: { status: 200, view: pageOf(CustomerMeterCreditView, 'CustomerMeterCreditRead') },
    errors: { 404: ['ResourceNotFound', 'The customer meter does not exist or belongs to another organization.'] },
  })
  @RequireScope('customer_meters:read')
  listCredits(
    @Input(ListCreditsRequest) { path: { id }, query }: InputOf<typeof ListCreditsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<CustomerMeterCreditView>> {
    return this.queries.execute(new ListCredits(caller.access('products'), id, query));
  }

  @Post('credits')
  @HttpCode(200)
  @Idempotent()
  @Responses(
    operation(
      'Add units to a customer meter',
      'Credits units without a purchase. They are part of the current billing period, like those of a benefit, unless they roll over. An extension.',
    ),
  )
  @RequireScope('customers:write')
  credit(
    @Input(GiveUnitsRequest) { path: { id }, body }: InputOf<typeof GiveUnitsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerMeterView> {
    const { expires_at, rollover, ...given } = body;
    const expiresAt = expires_at ?? null;
    return this.change(caller, id, { kind: 'credit', ...given, expiresAt, rollover: rollover ?? expiresAt !== null });
  }

  @Post('debits')
  @HttpCode(200)
  @Idempotent()
  @Responses(
    operation(
      'Remove units from a customer meter',
      'Takes back units that are left of credits without an end and a priority. If fewer are left, nothing happens. An extension.',
    ),
  )
  @RequireScope('customers:write')
  debit(
    @Input(TakeUnitsRequest) { path: { id }, body }: InputOf<typeof TakeUnitsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerMeterView> {
    return this.change(caller, id, { kind: 'debit', ...body });
  }

  @Post('credits/:credit_id/revoke')
  @HttpCode(200)
  @Idempotent()
  @Responses(
    operation(
      'Revoke a credit of a customer meter',
      'Takes away what is left of a credit that has an end or a priority, as at its end. What was used of it stays. An extension.',
      `${NOT_FOUND} Or it has no such credit, or the credit has ended.`,
    ),
  )
  @RequireScope('customers:write')
  revokeCredit(
    @Input(RevokeCreditRequest) { path: { id, credit_id: creditId }, body }: InputOf<typeof RevokeCreditRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerMeterView> {
    return this.change(caller, id, { kind: 'revoke', creditId, ...body });
  }

  @Post('reset')
  @HttpCode(200)
  @Idempotent()
  @Responses(
    operation(
      'Reset the use of a customer meter',
      'Sets the used units back to 0, as at the start of a billing period. The credited units stay unless `credits` says otherwise. The events stay as well, and quantities include them. An extension.',
    ),
  )
  @RequireScope('customers:write')
  reset(
    @Input(ResetUsageRequest) { path: { id }, body }: InputOf<typeof ResetUsageRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerMeterView> {
    return this.change(caller, id, { kind: 'reset', ...body });
  }

  private async change(caller: SellerPrincipal, id: string, change: ChangeBalance['change']): Promise<CustomerMeterView> {
    const access = caller.access('customers');
    await this.commands.execute(new ChangeBalance(access, id, change));
    return this.queries.execute(new GetCustomerMeter(access, id));
  }
}
