import { counted } from '../../i18n/counted.ts';

export const signInClientsEn = {
  title: 'Applications',
  text: 'Customers sign in in these applications instead of typing a license key. The ID is built into the application; it is no secret.',
  none: 'No applications yet',
  create: 'Add an application',
  submit: 'Add',
  name: 'Name',
  nameHint: 'Customers read it before they allow the application to sign them in.',
  benefits: 'License keys that the application finds',
  benefitsHint: 'Of whoever signs in, and nothing else.',
  noBenefits: 'There is no benefit with license keys yet.',
  id: 'ID',
  created: 'Added',
  added: 'The application was added',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'Nobody signs in in the application any more. Its ID cannot be made again. Devices that were activated stay.',
  removed: 'The application was removed',
  total: (count: string) => counted(count, 'application', 'applications'),
};
