import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { IsInt, IsObject, IsOptional, IsString, IsUUID, Max, MaxLength, Min, MinLength, validateSync } from 'class-validator';
import * as v from 'valibot';
import * as z from 'zod';
import { LOOKUP_TEXT } from '#support/texts';
import { INT32_MAX, integer, type Issue, metadata, nullable, object, optional, text, uuid4 } from '#platform/wire';

const KEY_MAX = LOOKUP_TEXT.max;
const CONDITION = { key: 40, value: 500 };

const ours = object({
  key: text(LOOKUP_TEXT),
  organization_id: uuid4(),
  activation_id: optional(nullable(uuid4())),
  benefit_id: optional(nullable(uuid4())),
  customer_id: optional(nullable(uuid4())),
  increment_usage: optional(nullable(integer({ ge: 0 }))),
  conditions: optional(metadata()),
});

const zodId = z.uuidv4().nullish();
const inZod = z.object({
  key: z.string().max(KEY_MAX),
  organization_id: z.uuidv4(),
  activation_id: zodId,
  benefit_id: zodId,
  customer_id: zodId,
  increment_usage: z.coerce.number().int().min(0).max(INT32_MAX).nullish(),
  conditions: z
    .record(z.string().min(1).max(CONDITION.key), z.union([z.string().min(1).max(CONDITION.value), z.number(), z.boolean()]))
    .optional(),
});

const valibotUuid = v.pipe(v.string(), v.uuid());
const valibotId = v.nullish(valibotUuid);
const inValibot = v.object({
  key: v.pipe(v.string(), v.maxLength(KEY_MAX)),
  organization_id: valibotUuid,
  activation_id: valibotId,
  benefit_id: valibotId,
  customer_id: valibotId,
  increment_usage: v.nullish(
    v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(INT32_MAX)),
  ),
  conditions: v.optional(
    v.record(
      v.pipe(v.string(), v.minLength(1), v.maxLength(CONDITION.key)),
      v.union([v.pipe(v.string(), v.minLength(1), v.maxLength(CONDITION.value)), v.number(), v.boolean()]),
    ),
  ),
});

class InClassValidator {
  @IsString()
  @MinLength(1)
  @MaxLength(KEY_MAX)
  key!: string;

  @IsUUID('4')
  organization_id!: string;

  @IsOptional()
  @IsUUID('4')
  activation_id?: string | null;

  @IsOptional()
  @IsUUID('4')
  benefit_id?: string | null;

  @IsOptional()
  @IsUUID('4')
  customer_id?: string | null;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(INT32_MAX)
  increment_usage?: number | null;

  /** It has nothing for the values of a map. */
  @IsOptional()
  @IsObject()
  conditions?: Record<string, unknown>;
}

/** Reads the body of a validate request with each library, and returns how many problems it reports. */
export const VALIDATION_LIBRARIES: Readonly<Record<string, (body: unknown) => number>> = {
  'fields of #platform/wire': (body) => {
    const issues: Issue[] = [];
    ours.read(body, issues);
    return issues.length;
  },
  'zod 4': (body) => inZod.safeParse(body).error?.issues.length ?? 0,
  valibot: (body) => v.safeParse(inValibot, body).issues?.length ?? 0,
  'class-validator': (body) => validateSync(plainToInstance(InClassValidator, body)).length,
};

export const VALID_BODY = {
  key: 'ACME-1C285B2D-6CE6-4BC7-B8BE-ADB6A7E304DA',
  organization_id: '6f1c2d3e-4b5a-4c6d-8e7f-901a2b3c4d5e',
  activation_id: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  increment_usage: 1,
  conditions: { major_version: 1, edition: 'pro' },
};

/** Four fields are wrong. */
export const INVALID_BODY = { ...VALID_BODY, key: 1, organization_id: 'acme', increment_usage: -1, conditions: 'pro' };
