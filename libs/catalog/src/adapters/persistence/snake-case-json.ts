import { toSnakeCase } from '#kernel';
import { JsonType, type Platform, type TransformContext } from '@mikro-orm/postgresql';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A map whose keys the seller chose. */
const MAP = 'values';

function renamed(value: Json, rename: (key: string) => string): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [rename(key), key === MAP ? each : renamed(each, rename)]),
  );
}

/** Stores a value object as `jsonb` with snake_case keys, so that queries return it as is. Of maps with arbitrary keys, only `values` keeps them. */
export class SnakeCaseJson extends JsonType {
  override convertToDatabaseValue(value: unknown, platform: Platform, context?: TransformContext): string | null {
    return super.convertToDatabaseValue(renamed(value as Json, toSnakeCase), platform, context);
  }

  override convertToJSValue(value: unknown, platform: Platform, context?: TransformContext): unknown {
    return renamed(super.convertToJSValue(value, platform, context) as Json, camel);
  }
}
