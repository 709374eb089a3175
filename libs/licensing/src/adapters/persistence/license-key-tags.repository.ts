import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { TableTags } from '#engine/persistence';
import { LICENSE_KEY_TAGS } from './sql/license-key-tags.ts';

@Injectable()
export class PgLicenseKeyTags extends TableTags {
  constructor(em: EntityManager) {
    super(em, LICENSE_KEY_TAGS);
  }
}
