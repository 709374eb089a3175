import { describeDevice } from './describe-device.ts';

test('this machine can be described', async () => {
  const { components, platform } = await describeDevice();
  expect(platform).toMatch(/^\w+-\w+$/);
  expect(Object.keys(components!).length).toBeGreaterThan(0);
  for (const [name, value] of Object.entries(components!))
    expect([name, value.length]).toEqual([expect.stringMatching(/^[a-z_]+$/), expect.any(Number)]);
});
