import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { addRows, changeOne } from '#engine/persistence';
import type { Benefit } from '../../domain/benefit.ts';
import { Benefits, type WhichBenefit } from '../../domain/benefits.ts';
import { benefitRows } from './benefit.mapping.ts';

@Injectable()
export class MikroOrmBenefits extends Benefits {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(benefit: Benefit): Promise<void> {
    return addRows(this.em, benefitRows, [benefit]);
  }

  change<T>({ id, organizations }: WhichBenefit, by: (benefit: Benefit) => Sync<T>): Promise<T> {
    return changeOne(this.em, benefitRows, { id, organizationId: { $in: [...organizations] }, deletedAt: null }, by);
  }
}
