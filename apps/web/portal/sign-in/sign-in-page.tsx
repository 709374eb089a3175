import type { ReactNode } from 'react';
import { Alone } from '../alone.tsx';
import { BASE, type SignInReason } from '../context.ts';
import { deviceCode } from '../device-code.ts';
import { manageLink } from '../manage-link.ts';
import { SellerPage } from '../seller-page.tsx';
import { SignIn } from './sign-in.tsx';
import { useSignInWords } from './words.ts';

const search = new URLSearchParams(location.search);
const given = search.get('link') === 'expired' ? 'link' : (search.get('reason') ?? '');

/** A document of its own: whoever signs in loads nothing of the pages of a session. */
export function SignInPage(): ReactNode {
  const { reasons } = useSignInWords().signIn;
  const notice = Object.hasOwn(reasons, given) ? reasons[given as SignInReason] : null;
  const enter = async (): Promise<void> => {
    location.replace(BASE + (manageLink() !== null ? '/manage' : deviceCode() !== null ? '/device' : ''));
  };
  return (
    <SellerPage>
      <Alone>
        <SignIn onDone={enter} notice={notice && <p className="notice warn">{notice}</p>} />
      </Alone>
    </SellerPage>
  );
}
