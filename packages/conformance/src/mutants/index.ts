import { GO } from './go.ts';
import { JAVA } from './java.ts';
import type { Mutated } from './mutant.ts';
import { PHP } from './php.ts';
import { PYTHON } from './python.ts';
import { RUST } from './rust.ts';
import { TYPESCRIPT } from './typescript.ts';

export const MUTATED: readonly Mutated[] = [TYPESCRIPT, PYTHON, GO, RUST, JAVA, PHP];
