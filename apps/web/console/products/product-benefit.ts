import type { Benefit as WholeBenefit } from '../benefits/benefits.tsx';
import type { Product } from './price-text.ts';

/** A benefit as products show it. */
export type Benefit = Pick<Product['benefits'][number] | WholeBenefit, 'id' | 'description' | 'type'>;
