import { JsonType, type Platform, type TransformContext } from '@mikro-orm/core';

/** A value that has another shape in its `jsonb` column than in the domain. */
export abstract class ShapedJson<Value, Shape> extends JsonType {
  abstract toShape(value: Value): Shape;
  abstract fromShape(shape: Shape): Value;

  override convertToDatabaseValue(value: unknown, platform: Platform, context?: TransformContext): string | null {
    return super.convertToDatabaseValue(value && this.toShape(value as Value), platform, context);
  }

  override convertToJSValue(value: unknown, platform: Platform): unknown {
    const shape = super.convertToJSValue(value, platform) as Shape | null;
    return shape && this.fromShape(shape);
  }
}
