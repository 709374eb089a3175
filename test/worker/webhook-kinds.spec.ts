import { webhookKindsContract } from './webhook-kinds.contract.ts';

webhookKindsContract();
