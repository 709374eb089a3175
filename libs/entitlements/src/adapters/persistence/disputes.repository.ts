import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { addRows, changeOne } from '#engine/persistence';
import type { Dispute } from '../../domain/dispute.ts';
import { Disputes, type WhichDispute } from '../../domain/disputes.ts';
import { OrderAlreadyDisputed } from '../../domain/purchase.errors.ts';
import { disputeRows } from './dispute.mapping.ts';
import { eraseBatch } from './erase-batch.ts';

const DETAILS = {
  table: 'entitlements.disputes',
  assignments: 'reason = null',
  remaining: 'reason is not null',
} as const;

@Injectable()
export class MikroOrmDisputes extends Disputes {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async add(dispute: Dispute): Promise<void> {
    try {
      await addRows(this.em, disputeRows, [dispute]);
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? new OrderAlreadyDisputed() : error;
    }
  }

  eraseDetails(organizationId: string, customerId: string): Promise<number> {
    return eraseBatch(this.em, DETAILS, organizationId, customerId);
  }

  change<T>({ id, organizations }: WhichDispute, by: (dispute: Dispute) => Sync<T>): Promise<T> {
    return changeOne(this.em, disputeRows, { id, organizationId: { $in: [...organizations] } }, by);
  }
}
