import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { addRows, inTransaction } from '#engine/persistence';
import { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { WebhookEndpoints, type WhichEndpoint } from '../../domain/webhook-endpoints.ts';
import { skipEarlierRounds } from './skip-deliveries.ts';
import { WebhookEndpointMapping, webhookEndpointRows } from './webhook-endpoint.mapping.ts';

@Injectable()
export class MikroOrmWebhookEndpoints extends WebhookEndpoints {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(endpoint: WebhookEndpoint): Promise<void> {
    return addRows(this.em, webhookEndpointRows, [endpoint]);
  }

  change<T>({ id, organizations }: WhichEndpoint, by: (endpoint: WebhookEndpoint) => Sync<T>): Promise<T> {
    const where = { id, organizationId: { $in: [...organizations] }, deletedAt: null };
    return inTransaction(this.em, WebhookEndpoint.name, async (transaction) => {
      const locked = await webhookEndpointRows.lock(transaction, where);
      const [endpoint] = locked.all;
      if (!endpoint) throw new ResourceNotFound();
      const { round } = endpoint.snapshot;
      const outcome = by(endpoint);
      await locked.save();
      if (endpoint.snapshot.round > round) await skipEarlierRounds(transaction.getKysely<never>(), endpoint.id);
      return outcome as T;
    });
  }

  async organizationOf({ id, organizations }: WhichEndpoint): Promise<string> {
    const where = { id, organizationId: { $in: [...organizations] }, deletedAt: null };
    const endpoint = await this.em.fork().findOne(WebhookEndpointMapping, where, { fields: ['organizationId'] });
    if (!endpoint) throw new ResourceNotFound();
    return endpoint.organizationId;
  }
}
