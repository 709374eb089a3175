import { InMemoryMeters } from './in-memory-meters.ts';
import { metersContract } from './meters.contract.ts';

metersContract('memory', async () => ({ meters: new InMemoryMeters(), close: async () => undefined }));
