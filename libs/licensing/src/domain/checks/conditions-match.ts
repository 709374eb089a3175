import { ConditionsMismatch } from '../keys/license-key.errors.ts';
import type { Check } from './check.ts';

export const conditionsMatch: Check = {
  name: 'conditions_match',
  operations: ['validate', 'lease'],
  help: 'Send exactly the conditions that were sent with the activation: the same names, values and types.',
  run: (_key, { activationId, activation, conditions }) => {
    if (activationId === null) return 'The request names no activation.';
    if (!activation) return 'The activation does not exist.';
    return activation.accepts(conditions) ? null : new ConditionsMismatch();
  },
};
