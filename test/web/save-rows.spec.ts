import { toCsv } from '../../apps/web/console/save-rows.ts';

test('rows have a column for each field that one of them has, by its path; formulas are left out', () => {
  const csv = toCsv([
    { id: 'a', amount: 0, customer: { email: 'ada@example.com', name: null }, tags: ['x', 'y'] },
    { id: 'b', customer: { email: '=1+1', name: 'Grace' }, is_open: false },
  ]);
  expect(csv).toBe(
    [
      'id,amount,customer.email,customer.name,tags,is_open',
      'a,0,ada@example.com,,"[""x"",""y""]",',
      "b,,'=1+1,Grace,,false",
      '',
    ].join('\r\n'),
  );
});
