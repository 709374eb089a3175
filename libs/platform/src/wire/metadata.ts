import { scalars } from './composite.ts';
import { text } from './text.ts';

const KEY = text({ min: 1, max: 40 });
const VALUE = text({ min: 1, max: 500 });

/** The map of scalars that `metadata`, `conditions` and `meta` share. */
export const metadata = () => scalars(KEY, VALUE);
