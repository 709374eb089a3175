import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { addRows, changeOne } from '#engine/persistence';
import { type CustomField, slugTaken } from '../../domain/custom-field.ts';
import { CustomFields, type WhichCustomField } from '../../domain/custom-fields.ts';
import { customFieldStates } from './custom-field.mapping.ts';

@Injectable()
export class MikroOrmCustomFields extends CustomFields {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async add(field: CustomField): Promise<void> {
    await addRows(this.em, customFieldStates, [field]).catch(rethrowAsSlugTaken(() => field.snapshot.slug));
  }

  async change<T>({ id, organizations }: WhichCustomField, by: (field: CustomField) => Sync<T>): Promise<T> {
    let slug = '';
    const where = { id, organizationId: { $in: [...organizations] }, deletedAt: null };
    const change = changeOne(this.em, customFieldStates, where, (field) => {
      const outcome = by(field);
      ({ slug } = field.snapshot);
      return outcome;
    });
    return (await change.catch(rethrowAsSlugTaken(() => slug))) as T;
  }
}

/** The unique index decides whether a slug is taken, also under concurrent writes. */
const rethrowAsSlugTaken = (slug: () => string) => (error: unknown) => {
  throw error instanceof UniqueConstraintViolationException ? slugTaken(slug()) : error;
};
