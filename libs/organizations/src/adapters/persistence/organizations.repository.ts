import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { inTransaction } from '#engine/persistence';
import { slugTaken, TooManyOrganizations } from '../../domain/organization.errors.ts';
import type { Organization } from '../../domain/organization.ts';
import { Organizations, type WhichOrganization } from '../../domain/organizations.ts';
import { countTogether, lockQuotaOf, lockQuotasOf, organizationsOf } from './organization-quotas.ts';
import { readMemberships, writeMemberships } from './memberships.ts';
import { organizationRows } from './organization.mapping.ts';

/** Loads the members after locking the row, so that decisions about them use the latest state. */
@Injectable()
export class MikroOrmOrganizations extends Organizations {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async add(organization: Organization, most: number): Promise<void> {
    const creatorId = organization.snapshot.creatorId!;
    try {
      await inTransaction(this.em, 'new Organization', async (transaction) => {
        const quotaUserId = await lockQuotaOf(transaction, creatorId);
        if (most < Infinity && (await organizationsOf(transaction, quotaUserId)) >= most) throw new TooManyOrganizations(most);
        await organizationRows.insert(transaction, [organization]);
        await writeMemberships(transaction, organization.snapshot);
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
      const locked = await organizationRows.lock(transaction, row, { parts: ({ id }) => readMemberships(transaction, id) });
      const before = locked.all[0]?.snapshot;
      const outcome = await locked.change(by);
      const after = locked.all[0]!.snapshot;
      if (after.members !== before?.members || after.credentialsEndedAt !== before.credentialsEndedAt) {
        await writeMemberships(transaction, after);
      }
      return outcome;
    });
  }
}
