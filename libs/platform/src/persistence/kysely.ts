import type { EntityManager } from '@mikro-orm/postgresql';

/** Reads with values as the mappings have them, times as dates above all. */
export const readDb = <Tables>(em: EntityManager) => em.getKysely<Tables>({ convertValues: true });
