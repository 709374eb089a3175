import { renameKeys, toSnakeCase } from '#kernel';
import { JsonType, type Platform, type TransformContext } from '@mikro-orm/postgresql';

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Stores a value object as `jsonb` with snake_case keys, so that queries return it as is. Not for maps with arbitrary keys. */
export class SnakeCaseJson extends JsonType {
  override convertToDatabaseValue(value: unknown, platform: Platform, context?: TransformContext): string | null {
    return super.convertToDatabaseValue(renameKeys(value, toSnakeCase), platform, context);
  }

  override convertToJSValue(value: unknown, platform: Platform, context?: TransformContext): unknown {
    return renameKeys(super.convertToJSValue(value, platform, context), camel);
  }
}
