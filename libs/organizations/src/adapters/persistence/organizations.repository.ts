import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { recordEvents } from '#engine/outbox';
import { inTransaction, recordChanges, type Snapshots, snapshotsOf } from '#engine/persistence';
import { slugTaken, TooManyOrganizations } from '../../domain/organization.errors.ts';
import { Organization } from '../../domain/organization.ts';
import { Organizations, type WhichOrganization } from '../../domain/organizations.ts';
import { countTogether, lockQuotaOf, lockQuotasOf, organizationsOf } from './organization-quotas.ts';
import { type Memberships, readMemberships, writeMemberships } from './memberships.ts';

/** Loads the members after locking the row, so that decisions about them use the latest state. */
@Injectable()
export class MikroOrmOrganizations extends Organizations {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async add(organization: Organization, most: number): Promise<void> {
    const creatorId = organization.creatorId!;
    try {
      await inTransaction(this.em, 'new Organization', async (transaction) => {
        const quotaUserId = await lockQuotaOf(transaction, creatorId);
        if (most < Infinity && (await organizationsOf(transaction, quotaUserId)) >= most) throw new TooManyOrganizations(most);
        transaction.persist(organization);
        await this.write(transaction, organization, snapshotsOf([]));
        await countTogether(transaction, creatorId);
      });
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? slugTaken(organization.slug) : error;
    }
  }

  recount(userId: string): Promise<void> {
    return inTransaction(this.em, 'quotas of Organizations', async (transaction) => {
      await lockQuotasOf(transaction, userId);
      await countTogether(transaction, userId);
    });
  }

  change<T>(which: WhichOrganization, by: (organization: Organization) => Sync<T>): Promise<T> {
    const row = 'id' in which ? { id: which.id } : { slug: which.slug.toLowerCase() };
    return inTransaction(this.em, 'Organization', async (transaction) => {
      const organization = await transaction.findOne(Organization, row, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!organization) throw new ResourceNotFound();
      const memberships = await readMemberships(transaction, organization.id);
      Object.assign(organization, memberships);
      const before = snapshotsOf([organization]);
      const outcome = by(organization);
      await this.write(transaction, organization, before, memberships);
      return outcome as T;
    });
  }

  private async write(
    transaction: EntityManager,
    organization: Organization,
    before: Snapshots,
    memberships?: Memberships,
  ): Promise<void> {
    await transaction.flush();
    const { members, credentialsEndedAt } = organization;
    if (members !== memberships?.members || credentialsEndedAt !== memberships.credentialsEndedAt) {
      await writeMemberships(transaction, organization);
    }
    await recordChanges(transaction, before, [organization]);
    await recordEvents(transaction, organization.pullEvents());
  }
}
