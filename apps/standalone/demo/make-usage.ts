import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateMeter, IngestEvents } from '#metering';
import { FindCustomerMeters } from '#metering/contract';
import type { DemoCustomerMeter } from './demo.ts';

interface Usage {
  readonly organizationId: string;
  readonly customer: { readonly id: string; readonly external_id: string };
}

/** Creates a meter of tokens, and usage of the customer. */
export async function makeUsage(
  commands: CommandBus,
  queries: QueryBus,
  { organizationId, customer }: Usage,
): Promise<DemoCustomerMeter> {
  const meterId = await commands.execute(
    new CreateMeter({
      organizationId,
      name: 'Tokens',
      unit: 'token',
      customLabel: null,
      customMultiplier: null,
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'completion' }] },
      aggregation: { func: 'sum', property: 'tokens' },
      lateEvents: 'arrival',
      metadata: {},
    }),
  );
  const event = { organizationId, name: 'completion', parent: null, memberId: null, externalMemberId: null } as const;
  await commands.execute(
    new IngestEvents([
      { ...event, customer: { customerId: customer.id }, externalId: 'demo-1', metadata: { tokens: 1200 } },
      { ...event, customer: { externalId: customer.external_id }, externalId: 'demo-2', metadata: { tokens: 300 } },
    ]),
  );
  const meters = await queries.execute(new FindCustomerMeters(organizationId, customer.id));
  const { id } = meters.find((each) => each.meter_id === meterId)!;
  return { id, meter_id: meterId, customer_id: customer.id, external_customer_id: customer.external_id };
}
