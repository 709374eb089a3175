import type { EntityManager } from '@mikro-orm/postgresql';
import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import type { PortalSessionTables } from '../adapters/persistence/portal-session.mapping.ts';

/** Reads with times as dates. */
export const reading = (em: EntityManager) => em.getKysely<MemberTables & PortalSessionTables>({ convertValues: true });
