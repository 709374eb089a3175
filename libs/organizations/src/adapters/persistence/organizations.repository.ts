import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Settled } from '#kernel';
import { addAll, changeOne } from '#platform/persistence';
import { slugTaken } from '../../domain/organization.errors.ts';
import { Organization } from '../../domain/organization.ts';
import { Organizations, type WhichOrganization } from '../../domain/organizations.ts';

@Injectable()
export class MikroOrmOrganizations extends Organizations {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async add(organization: Organization): Promise<void> {
    try {
      await addAll(this.em, [organization]);
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? slugTaken(organization.slug) : error;
    }
  }

  change<T>(which: WhichOrganization, by: (organization: Organization) => Settled<T>): Promise<T> {
    return changeOne(this.em, Organization, which, by);
  }
}
