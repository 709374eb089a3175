export { FindKeyPoolViews, FindLicenseKeyViews } from './find-resources.ts';
