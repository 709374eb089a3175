import { Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { defineRequest, Idempotent, Input, type InputOf, Responses } from '#platform/http';
import { boolean, describeFields, describeInput, integer, object, text, uuid4, withDefault, strict } from '#platform/wire';
import { ChangeBalance } from '../../commands/change-balance.ts';
import { CustomerMeterView } from '../../queries/customer-meter.view.ts';
import { GetCustomerMeter } from '../../queries/get-customer-meter.ts';
import { MOST_UNITS } from './customer-meter-reservations.dto.ts';

const path = describeFields({ id: uuid4() }, describeInput('customer meter').path);
const reason = text({ min: 1, max: 500 });
const REASON = { text: 'Why, for the audit log.', example: 'Our outage of last Tuesday.' };

const GiveUnitsRequest = defineRequest({
  path,
  body: strict(
    object(
      { units: integer({ ge: 1, le: MOST_UNITS }), rollover: withDefault(boolean(), () => false), reason },
      'CustomerMeterCredit',
      {
        units: { text: 'The number of units to credit.', example: 100 },
        rollover: 'Whether unused units stay when a billing period ends. `false` by default.',
        reason: REASON,
      },
    ),
  ),
});

const ResetUsageRequest = defineRequest({ path, body: strict(object({ reason }, 'CustomerMeterReset', { reason: REASON })) });

const operation = (summary: string, description: string): Responses => ({
  summary,
  description,
  ok: { status: 200, view: CustomerMeterView },
  errors: {
    403: ['NotPermitted', 'The caller may not manage customers of the organization.'],
    404: ['ResourceNotFound', 'The customer meter does not exist, belongs to another organization, or its customer was deleted.'],
  },
});

/** What sellers give customers by hand. */
@ApiTags('customer_meters')
@Controller('v1/customer-meters/:id')
export class CustomerMeterChangesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('credits')
  @HttpCode(200)
  @Idempotent()
  @Responses(
    operation(
      'Add units to a customer meter',
      'Credits units without a purchase. They are part of the current billing period, like those of a benefit. An extension.',
    ),
  )
  @RequireScope('customers:write')
  credit(
    @Input(GiveUnitsRequest) { path: { id }, body }: InputOf<typeof GiveUnitsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerMeterView> {
    return this.change(caller, id, { kind: 'credit', ...body });
  }

  @Post('reset')
  @HttpCode(200)
  @Idempotent()
  @Responses(
    operation(
      'Reset the use of a customer meter',
      'Sets the used units back to 0, as at the start of a billing period. The credited units stay. The events stay as well, and quantities include them. An extension.',
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
