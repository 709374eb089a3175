import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { addAll, inTransaction, recordChanges, snapshotsOf } from '#platform/persistence';
import { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { WebhookEndpoints, type WhichEndpoint } from '../../domain/webhook-endpoints.ts';
import { skipEarlierRounds } from './skip-deliveries.ts';

@Injectable()
export class MikroOrmWebhookEndpoints extends WebhookEndpoints {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(endpoint: WebhookEndpoint): Promise<void> {
    return addAll(this.em, [endpoint]);
  }

  change<T>({ id, organizations }: WhichEndpoint, by: (endpoint: WebhookEndpoint) => Sync<T>): Promise<T> {
    const where = { id, organizationId: { $in: [...organizations] }, deletedAt: null };
    return inTransaction(this.em, WebhookEndpoint.name, async (transaction) => {
      const endpoint = await transaction.findOne(WebhookEndpoint, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!endpoint) throw new ResourceNotFound();
      const { round } = endpoint;
      const before = snapshotsOf([endpoint]);
      const outcome = by(endpoint);
      await transaction.flush();
      await recordChanges(transaction, before, [endpoint]);
      if (endpoint.round > round) await skipEarlierRounds(transaction.getKysely<never>(), endpoint.id);
      await recordEvents(transaction, endpoint.pullEvents());
      return outcome as T;
    });
  }

  async organizationOf({ id, organizations }: WhichEndpoint): Promise<string> {
    const where = { id, organizationId: { $in: [...organizations] }, deletedAt: null };
    const endpoint = await this.em.fork().findOne(WebhookEndpoint, where, { fields: ['organizationId'] });
    if (!endpoint) throw new ResourceNotFound();
    return endpoint.organizationId;
  }
}
