import { aDownloadToken, NOW, ORGANIZATION, PRODUCT_ID } from '../../testing/release.builder.ts';
import { DownloadToken, MOST_DOWNLOAD_TOKENS } from './download-token.ts';
import { TooManyDownloadTokens } from './release.errors.ts';

test('a download token is of a license key and a product, and keeps neither its text nor more of it than its end', () => {
  const { snapshot } = aDownloadToken(
    { licenseKeyId: 'key' },
    { token: 'latchkey_dt_0123456789', digest: Buffer.from('digest') },
  );
  expect(snapshot).toEqual({
    id: expect.any(String),
    organizationId: ORGANIZATION,
    productId: PRODUCT_ID,
    licenseKeyId: 'key',
    digest: Buffer.from('digest'),
    ending: '456789',
    createdAt: NOW,
  });
});

test('a license key has a limited number of them', () => {
  DownloadToken.assertFits(MOST_DOWNLOAD_TOKENS - 1);
  expect(() => DownloadToken.assertFits(MOST_DOWNLOAD_TOKENS)).toThrow(TooManyDownloadTokens);
});
