import { GO } from './go.ts';
import type { Mutated } from './mutant.ts';
import { PHP } from './php.ts';
import { PYTHON } from './python.ts';
import { TYPESCRIPT } from './typescript.ts';

export const MUTATED: readonly Mutated[] = [TYPESCRIPT, PYTHON, GO, PHP];
