import { siteOf } from './index.ts';

test.each([
  ['https://www.Example.com/', 'example.com'],
  ['http://example.com', 'example.com'],
  ['example.com/', 'example.com'],
  [' https://example.com/shop/?lang=de#top ', 'example.com/shop'],
  ['https://staging.example.com:8080/a/b/', 'staging.example.com:8080/a/b'],
])('%s is the site %s', (url, site) => expect(siteOf(url)).toBe(site));
