import { renameKeys, toCamelCase, toSnakeCase } from '#support/texts';
import { JsonType, type Platform, type TransformContext } from '@mikro-orm/core';

/** A map whose keys the seller chose. */
const MAP = 'values';

/** Stores a value object as `jsonb` with snake_case keys, so that queries return it as is. Of maps with arbitrary keys, only `values` keeps them. */
export class SnakeCaseJson extends JsonType {
  override convertToDatabaseValue(value: unknown, platform: Platform, context?: TransformContext): string | null {
    return super.convertToDatabaseValue(renameKeys(value, toSnakeCase, MAP), platform, context);
  }

  override convertToJSValue(value: unknown, platform: Platform, context?: TransformContext): unknown {
    return renameKeys(super.convertToJSValue(value, platform, context), toCamelCase, MAP);
  }
}
