import type { QueryBus } from '@nestjs/cqrs';
import { FindPurchase, type WhichPurchase } from '#entitlements/contract';
import { isUuid } from '#kernel';
import type { Subjects } from '../domain/message-format.ts';

type Data = { readonly [field: string]: unknown };

/**
 * The products and benefits that an event is about: those that its data name, and the product of the purchase that they name. A license
 * key and a pool name a benefit, and no purchase.
 */
export async function readSubjects(queries: QueryBus, type: string, data: Data): Promise<Subjects> {
  const [subject] = type.split('.');
  const own = (resource: string): unknown => (subject === resource ? data['id'] : undefined);
  const product = data['product_id'] ?? own('product') ?? (await productOfPurchase(queries, data));
  return {
    productIds: [product].filter(isId),
    benefitIds: [data['benefit_id'] ?? own('benefit')].filter(isId),
  };
}

async function productOfPurchase(queries: QueryBus, data: Data): Promise<string | undefined> {
  const which = purchaseOf(data);
  return which && (await queries.execute(new FindPurchase(which)))?.productId;
}

function purchaseOf({ subscription_id: subscriptionId, order_id: orderId }: Data): WhichPurchase | undefined {
  if (isId(subscriptionId)) return { subscriptionId };
  return isId(orderId) ? { orderId } : undefined;
}

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);
