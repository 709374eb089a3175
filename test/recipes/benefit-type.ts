import { before, create, type Recipe, replace } from './recipe.ts';

const CATALOG = 'libs/catalog/src';
const ENTITLEMENTS = 'libs/entitlements/src';
const CONSOLE = 'apps/web/console/benefits';

export const BENEFIT_TYPE: Recipe = {
  title: 'a type of benefits',
  rules:
    'What a grant of it brings is a subscriber to `benefit_grant.created`, `.updated` and `.revoked` in the context that owns it, as `SyncCreditsWithGrant` in metering.',
  steps: [
    {
      what: 'its properties and their rules, after a spec (`domain/benefit.spec.ts`).',
      edits: [
        create(
          `${CATALOG}/domain/course-properties.ts`,
          `import type { BenefitRules } from './benefit-rules.ts';

/** Properties of a benefit of type \`course\`: what customers read about where they attend it. */
export interface CourseProperties {
  readonly note: string | null;
}

export const courseRules: BenefitRules<CourseProperties> = {
  defaultVisibility: 'public',
  errorsOf: () => [],
  normalized: (properties) => properties,
  termsDiffer: () => false,
  expiryDiffers: () => false,
};
`,
        ),
      ],
    },
    {
      what: 'its lines in `PropertiesOf` and `RULES`.',
      edits: [
        before(
          `${CATALOG}/domain/benefit-type.ts`,
          'import { type CustomProperties,',
          `import { type CourseProperties, courseRules } from './course-properties.ts';\n`,
        ),
        before(`${CATALOG}/domain/benefit-type.ts`, '  readonly custom:', `  readonly course: CourseProperties;\n`),
        before(`${CATALOG}/domain/benefit-type.ts`, '  custom: customRules', `  course: courseRules,\n`),
      ],
    },
    {
      what: 'the type, and the stored form of its properties in `PropertiesShape`.',
      edits: [replace(`${CATALOG}/adapters/persistence/benefit.mapping.ts`, `$type<'custom' |`, `$type<'course' | 'custom' |`)],
    },
    {
      what: 'its name in `BENEFIT_TYPES`, its properties, its view, and what other contexts get of it.',
      edits: [
        replace(`${CATALOG}/views/benefit.view.ts`, `BENEFIT_TYPES = ['custom',`, `BENEFIT_TYPES = ['course', 'custom',`),
        before(
          `${CATALOG}/views/benefit.view.ts`,
          'export const MeterCreditPropertiesView',
          `export const CoursePropertiesView = object({ note: nullable(text()) }, 'BenefitCourseProperties', {
  note: 'Where customers attend the course.',
});

`,
        ),
        before(
          `${CATALOG}/views/benefit.view.ts`,
          `  custom: object({ ...common`,
          `  course: object({ ...common, type: literal('course'), properties: CoursePropertiesView }, 'BenefitCourse', TYPE),\n`,
        ),
        before(`${CATALOG}/views/index.ts`, '  CustomPropertiesView,\n', `  CoursePropertiesView,\n`),
        before(
          `${CATALOG}/contract/benefits.ts`,
          `  | { readonly type: 'custom'`,
          `  | { readonly type: 'course'; readonly properties: { readonly note: string | null } }\n`,
        ),
      ],
    },
    {
      what: 'the benefit as the public sees it.',
      edits: [
        before(
          `${CATALOG}/views/public-product.view.ts`,
          `  custom: object({ ...BENEFIT_FIELDS`,
          `  course: object({ ...BENEFIT_FIELDS, type: literal('course') }, 'BenefitCoursePublic', TYPE),\n`,
        ),
      ],
    },
    {
      what: 'its properties in requests, and how the domain gets them.',
      edits: [
        before(
          `${CATALOG}/adapters/http/benefit-properties.dto.ts`,
          'export const DownloadablesPropertiesInput',
          `export const CoursePropertiesInput = object({ note: nullable(text({ min: 1, max: 255 })) }, 'BenefitCourseCreateProperties', {
  note: 'Where customers attend the course.',
});

`,
        ),
        before(`${CATALOG}/adapters/http/benefit-properties.dto.ts`, '  uuid4,\n', `  text,\n`),
        before(
          `${CATALOG}/adapters/http/benefit-properties.dto.ts`,
          `  | { readonly type: 'custom'`,
          `  | { readonly type: 'course'; readonly properties: Infer<typeof CoursePropertiesInput> }\n`,
        ),
        before(
          `${CATALOG}/adapters/http/benefit-properties.dto.ts`,
          `    case 'downloadables':`,
          `    case 'course':
      return { type: sent.type, properties: sent.properties } as const;
`,
        ),
      ],
    },
    {
      what: 'the requests that create and change it.',
      edits: [
        before(`${CATALOG}/adapters/http/benefits.dto.ts`, '  CustomPropertiesInput,\n', `  CoursePropertiesInput,\n`),
        before(
          `${CATALOG}/adapters/http/benefits.dto.ts`,
          `    custom: newBenefit(`,
          `    course: newBenefit('course', CoursePropertiesInput, 'BenefitCourseCreate'),\n`,
        ),
        before(
          `${CATALOG}/adapters/http/benefits.dto.ts`,
          `    custom: benefitChanges(`,
          `    course: benefitChanges('course', CoursePropertiesInput, 'BenefitCourseUpdate'),\n`,
        ),
      ],
    },
    {
      what: 'what customers change of a grant of it.',
      edits: [
        before(
          `${ENTITLEMENTS}/adapters/http/benefit-grants.dto.ts`,
          `    custom: update(`,
          `    course: update('course', 'CustomerBenefitGrantCourseUpdate'),\n`,
        ),
      ],
    },
    {
      what: 'the benefit as customers who have it see it.',
      edits: [
        before(`${ENTITLEMENTS}/queries/portal-benefit-grant.view.ts`, '  CustomPropertiesView,\n', `  CoursePropertiesView,\n`),
        before(
          `${ENTITLEMENTS}/queries/portal-benefit-grant.view.ts`,
          `  custom: object({ ...common`,
          `  course: object({ ...common, type: literal('course'), properties: CoursePropertiesView }, 'BenefitCourseSubscriber', TYPE),\n`,
        ),
      ],
    },
    {
      what: 'its place in the console, after `npm run api-types`.',
      edits: [replace(`${CONSOLE}/filters.ts`, `'feature_flag', 'custom']`, `'feature_flag', 'course', 'custom']`)],
    },
  ],
};
