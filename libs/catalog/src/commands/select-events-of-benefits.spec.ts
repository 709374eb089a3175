import { answeringQueries } from '../../../../test/support/answering-queries.ts';
import { FindBenefits, SelectEventsOfBenefits } from '../contract/index.ts';
import { SelectEventsOfBenefitsHandler } from './select-events-of-benefits.ts';

test('events are selected whose benefit has one of the types', async () => {
  const types = ['license_keys', 'feature_flag', 'meter_credit'] as const;
  const benefits = new Map(types.map((type) => [type, { type }]));
  const handler = new SelectEventsOfBenefitsHandler(answeringQueries([[FindBenefits, () => benefits as never]]));
  const events = [
    ...[...types, 'unknown'].map((benefitId) => ({ id: `about ${benefitId}`, benefitId, type: undefined })),
    ...types.map((type) => ({ id: `telling ${type}`, benefitId: 'not read', type })),
  ];
  expect(await handler.execute(new SelectEventsOfBenefits(events, ['license_keys', 'feature_flag']))).toEqual(
    new Set(['about license_keys', 'about feature_flag', 'telling license_keys', 'telling feature_flag']),
  );
});
