import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { TableTags } from '#engine/persistence';
import { ORDER_TAGS } from './sql/order-tags.ts';

@Injectable()
export class PgOrderTags extends TableTags {
  constructor(em: EntityManager) {
    super(em, ORDER_TAGS);
  }
}
