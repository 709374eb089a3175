import { CommandBus } from '@nestjs/cqrs';
import { CreateCustomer } from '#customer-portal';
import type { TestApi } from './api.ts';

let count = 0;

interface SeededCustomer {
  readonly id: string;
  readonly external_id: string | null;
  readonly email: string;
}

/** Creates an individual customer with a unique e-mail address and external id. */
export async function seedCustomer(
  api: TestApi,
  organizationId: string,
  overrides: { email?: string; external_id?: string | null; name?: string | null } = {},
): Promise<SeededCustomer> {
  const number = ++count;
  const { email = `customer-${number}@example.com`, external_id = `customer-${number}`, name = null } = overrides;
  const attributes = { organizationId, type: 'individual', email, externalId: external_id, name } as const;
  return { id: await api.app.get(CommandBus).execute(new CreateCustomer(attributes)), external_id, email };
}
