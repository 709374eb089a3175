import { customFieldsContract } from './custom-fields.contract.ts';
import { InMemoryCustomFields } from './in-memory-custom-fields.ts';

customFieldsContract('memory', async () => ({ customFields: new InMemoryCustomFields(), close: async () => undefined }));
