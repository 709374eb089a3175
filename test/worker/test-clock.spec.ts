import { testClocks } from './test-clock.contract.ts';

import.meta.jest.setTimeout(120_000);

testClocks({ ENVIRONMENT: 'sandbox' });
