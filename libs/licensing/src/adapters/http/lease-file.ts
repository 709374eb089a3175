import { viewMaker } from '#platform/wire';
import type { LeaseFile } from '../../commands/leases/activate-by-file.ts';
import { LeaseFileView } from '../../queries/lease.view.ts';
import { ActivationView } from '../../queries/license-key.view.ts';

const toLeaseFileView = viewMaker(LeaseFileView);
const toActivationView = viewMaker(ActivationView);

/** What is saved as a file and carried to the device. */
export const toLeaseFile = (file: LeaseFile): LeaseFileView =>
  toLeaseFileView({ ...file, type: 'latchkey-lease-file', version: 1, activation: toActivationView(file.activation) });
