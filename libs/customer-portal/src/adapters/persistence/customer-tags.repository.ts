import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { TableTags } from '#engine/persistence';
import { CUSTOMER_TAGS } from './sql/customer-tags.ts';

@Injectable()
export class PgCustomerTags extends TableTags {
  constructor(em: EntityManager) {
    super(em, CUSTOMER_TAGS);
  }
}
