import '../portal.css';
import { createQueryClient, start } from '../../ui/start.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { SIGN_IN_WORDS } from './words.ts';

void start(
  createQueryClient(() => undefined),
  <SignInPage />,
  SIGN_IN_WORDS,
);
