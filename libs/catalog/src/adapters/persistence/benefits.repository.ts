import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { addAll, changeOne } from '#platform/persistence';
import { Benefit } from '../../domain/benefit.ts';
import { Benefits, type WhichBenefit } from '../../domain/benefits.ts';

@Injectable()
export class MikroOrmBenefits extends Benefits {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(benefit: Benefit): Promise<void> {
    return addAll(this.em, [benefit]);
  }

  change<T>({ id, organizations }: WhichBenefit, by: (benefit: Benefit) => Sync<T>): Promise<T> {
    return changeOne(this.em, Benefit, { id, organizationId: { $in: [...organizations] }, deletedAt: null }, by);
  }
}
