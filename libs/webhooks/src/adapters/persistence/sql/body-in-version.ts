export { bodyIn } from '../../../domain/body-in-version.ts';
