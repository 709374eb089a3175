import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { setTimeout } from 'node:timers/promises';
import { PlaceOrder } from '#entitlements';
import { FindEntitlements } from '#entitlements/contract';
import { Access } from '#kernel';
import { GetLicenseKey } from '#licensing';
import { CliError } from '../../process/index.ts';
import { allItems } from '#support/streamed-lists';
import type { DemoPurchase } from './demo.ts';

interface Sale {
  readonly organizationId: string;
  readonly customerId: string;
  readonly productId: string;
}

const POLL_MS = 20;
const TIMEOUT_MS = 60_000;

/** Places an order for a product with a license key, and waits until messaging, which has to be running, has issued the key. */
export async function makePurchase(
  commands: CommandBus,
  queries: QueryBus,
  { organizationId, customerId, productId }: Sale,
  stop: AbortSignal,
): Promise<DemoPurchase> {
  const sales = new Access([organizationId], [organizationId], 'sales');
  const purchase = { productId, customer: { id: customerId }, seats: null, metadata: {} };
  const { id: orderId } = await commands.execute(new PlaceOrder(sales, purchase));

  const licenseKeyId = async (): Promise<string | undefined> => {
    const { benefits } = await queries.execute(new FindEntitlements(organizationId, customerId));
    const granted = await allItems(benefits);
    return granted.find(({ properties }) => properties.license_key_id)?.properties.license_key_id;
  };
  for (let waited = 0; waited < TIMEOUT_MS; waited += POLL_MS) {
    const id = await licenseKeyId();
    if (id) {
      const { key } = await queries.execute(new GetLicenseKey(new Access([organizationId], [], 'products'), id));
      return { order_id: orderId, product_id: productId, customer_id: customerId, license_key: { id, key } };
    }
    await setTimeout(POLL_MS);
    stop.throwIfAborted();
  }
  throw new CliError('The license key of the demo purchase was not issued in time.');
}
