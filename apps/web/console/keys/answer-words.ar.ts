import { countedInArabic, isolated } from '../../i18n/arabic.ts';
import type { answerEn } from './answer-words.en.ts';

export const answerAr: typeof answerEn = {
  subject: (key) => `مفتاح ترخيصك ${isolated(key)}`,
  greeting: (name) => (name ? `مرحبًا ${isolated(name)}،` : 'مرحبًا،'),
  works: (key) => `مفتاح ترخيصك ${isolated(key)} سليم، ويمكن للتطبيقات استخدامه الآن.`,
  worksInGrace: (key) => `انتهت صلاحية مفتاح ترخيصك ${isolated(key)}. يمكن للتطبيقات الاستمرار في استخدامه لفترة قصيرة.`,
  fails: (key) => `لا يمكن للتطبيقات استخدام مفتاح ترخيصك ${isolated(key)} حاليًا.`,
  full: (limit, count) =>
    `الترخيص مخصص ل${countedInArabic(
      count,
      {
        zero: '# جهاز',
        one: 'جهاز واحد',
        two: 'جهازين',
        few: '# أجهزة',
        many: '# جهازًا',
        other: '# جهاز',
      },
      limit,
    )}، وكل الأماكن مشغولة. لاستخدام جهاز آخر، أزل أولًا جهازًا لم تعد تحتاج إليه.`,
  free: (left, count) =>
    `يمكنك تفعيل ${countedInArabic(
      count,
      {
        zero: '# جهاز آخر',
        one: 'جهاز واحد آخر',
        two: 'جهازين آخرين',
        few: '# أجهزة أخرى',
        many: '# جهازًا آخر',
        other: '# جهاز آخر',
      },
      left,
    )}.`,
  usedUp: (limit) => `استُهلك كامل الاستخدام المسموح به: ${limit}.`,
  expired: (day) => `انتهت صلاحيته في ${day}.`,
  disabled: 'وهو معطّل في الوقت الحالي.',
  revoked: 'وقد أُلغي.',
  portal: (url) => `تجد مفاتيحك وأجهزتك هنا: ${url}`,
  regards: (seller) => `مع أطيب التحيات\n${seller}`,
};
