import { answer } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import { api } from '../context.ts';

type Change = paths['/v1/subscriptions/{id}']['patch']['requestBody']['content']['application/json'];

/** Makes one change of a subscription. */
export const updateSubscription = (id: string, change: Change) =>
  answer(api.PATCH('/v1/subscriptions/{id}', { params: { path: { id } }, body: change }));
