import { LicenseClient } from './license-client.ts';

const client = new LicenseClient({
  url: 'https://licenses.example.com',
  organizationId: '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f',
  rootKey: 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w',
});
const claimsOf = async (label: string) => {
  const [, claims] = (await client.offline.request({ label })).split('.');
  return JSON.parse(Buffer.from(claims!, 'base64url').toString());
};

test.each([
  ['nb-01\n', 'nb-01'],
  ['\u3000\u6a5f\u68b0\u9769\u547d\r\n', '\u6a5f\u68b0\u9769\u547d'],
  ['\u{1f4bb}'.repeat(255), '\u{1f4bb}'.repeat(255)],
])('a request file of %j says one line', async (label, said) => {
  expect(await claimsOf(label)).toMatchObject({ label: said });
});

test.each(['NB\n01', 'NB\u0000', 'NB\ud83d', ' \n', '', 'x'.repeat(256)])('no request file is made for %j', async (label) => {
  await expect(claimsOf(label)).rejects.toThrow('`label` has to be one line of 1 to 255 characters');
});

test('the platform and the version are lines, too', async () => {
  await expect(client.offline.request({ label: 'x', platform: 'linux\narm' })).rejects.toThrow(
    '`platform` has to be one line of 1 to 64',
  );
  await expect(client.offline.request({ label: 'x', appVersion: '1'.repeat(65) })).rejects.toThrow(
    '`appVersion` has to be one line',
  );
});
