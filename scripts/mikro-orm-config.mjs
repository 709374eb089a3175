import './typescript-loader.mjs';

/** What the MikroORM CLI loads (see `mikro-orm` in package.json): the configuration as it stands in the sources. */
export default (await import('../mikro-orm.config.ts')).default;
