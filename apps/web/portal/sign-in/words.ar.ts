import { isolated } from '../../i18n/arabic.ts';
import type { SignInWords } from './words.en.ts';

export const signInAr: SignInWords = {
  title: 'بوابة العملاء',
  notFound: 'لا توجد بوابة هنا',
  notFoundText: 'ربما كُتب العنوان خطأً. البائع يعرف العنوان الصحيح.',
  signedInAs: (email) => `أنت مسجّل الدخول باسم ${isolated(email)}. قد يؤدي هذا إلى تسجيل دخولك باسم شخص آخر.`,
  contact: {
    write: (seller) => `مراسلة ${isolated(seller)}`,
    website: (seller) => `موقع ${isolated(seller)}`,
  },
  signIn: {
    title: 'تسجيل الدخول',
    text: (seller) => `تراخيصك وأجهزتك ومشترياتك من ${isolated(seller)}.`,
    email: 'عنوان البريد الإلكتروني',
    send: 'أرسل لي رمزًا',
    codeTitle: 'تفقّد بريدك',
    codeText: (email, duration) =>
      `إذا كان ${isolated(email)} معروفًا هنا، فالرمز في طريقه إليك. يعمل مرة واحدة خلال ${duration}.`,
    linkText: 'تابع بالرمز الموجود في رسالتك. يعمل مرة واحدة.',
    code: 'الرمز',
    submit: 'تسجيل الدخول',
    again: 'استخدام عنوان آخر',
    resend: 'إرسال رمز آخر',
    resent: 'رمز آخر في طريقه إليك.',
    wrongCode: 'هذا الرمز لا يعمل، أو لم يعد يعمل. اطلب رمزًا آخر.',
    reasons: {
      expired: 'انتهت جلستك. يرجى تسجيل الدخول مرة أخرى.',
      link: 'لم يعد هذا الرابط يعمل. يرجى تسجيل الدخول برمز.',
      manage: 'سجّل الدخول لترى الأجهزة التي تستخدم مفتاح الترخيص ولتزيل أحدها.',
      device: 'سجّل الدخول هنا، ثم اسمح للتطبيق الذي يعرض رمزًا.',
      'signed-out': 'تم تسجيل خروجك.',
    },
  },
};
