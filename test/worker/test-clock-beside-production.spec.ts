import { randomUUID } from 'node:crypto';
import { testClocks } from './test-clock.contract.ts';

testClocks({}, randomUUID());
