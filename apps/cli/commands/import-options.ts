import { IsUUID, Matches } from 'class-validator';
import { CliOption } from '../options.ts';

/** For commands that read files which others wrote. */
export const EncodingOption = (): PropertyDecorator => (target, key) => {
  CliOption('<name>', 'Encoding of a CSV file, such as windows-1252, if it is not recognized', { optional: true })(target, key);
  Matches(/^[\w.:-]{1,40}$/, { message: '--encoding must be the name of an encoding, not $value.' })(target, key);
};

export const OrganizationIdOption = (): PropertyDecorator => (target, key) => {
  CliOption('<id>', 'Id of the organization, if the token may see several', { optional: true })(target, key);
  IsUUID('all', { message: '--organization must be the id of an organization, not $value.' })(target, key);
};
