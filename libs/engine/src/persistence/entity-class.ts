import type { EntityCtor } from '@mikro-orm/core';

/**
 * The class of an aggregate, for `defineEntity({ class })`. Its constructor may be private: MikroORM creates loaded entities from
 * the prototype, and calls constructors in `em.create` only, which no repository uses.
 */
export const entityClass = <T>(aggregate: { readonly prototype: T }): EntityCtor<T> => aggregate as never;
