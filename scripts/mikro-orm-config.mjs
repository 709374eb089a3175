import './typescript-loader.mjs';

/** The MikroORM CLI loads this file (see `mikro-orm` in package.json): the configuration, from the TypeScript sources. */
export default (await import('../mikro-orm.config.ts')).default;
