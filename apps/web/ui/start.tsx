import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './tokens.css';
import './base.css';
import './controls.css';
import './surfaces.css';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from '../api/problem.ts';
import { LanguageProvider, speak, type WordsOf } from '../i18n/languages.tsx';
import { loadWithFirstSign } from './first-sign.ts';
import { keepFocus } from './keep-focus.ts';
import { keepLive } from './live.ts';
import { loadMenus } from './menu.tsx';
import { markMissingParts } from './reload.ts';
import { loadToasts, Toasts } from './toasts.tsx';

const FRESH_MS = 15_000;
const ATTEMPTS = 2;

/** Reads again what failed for a passing reason. `onSignedOut` runs when a session has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown): void => {
    if (error instanceof ApiProblem && error.code === 'Unauthorized') onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => count < ATTEMPTS && error instanceof ApiProblem && (error.status === 0 || error.status >= 500),
      },
    },
  });
}

/** Shows a single-page application. */
export async function start(queries: QueryClient, application: ReactNode, words: WordsOf<unknown>): Promise<void> {
  markMissingParts();
  const spoken = await speak(words);
  keepFocus();
  keepLive(queries);
  loadWithFirstSign(loadMenus, loadToasts, () => import('./dialog.tsx'));
  createRoot(document.querySelector('#root')!).render(
    <StrictMode>
      <LanguageProvider words={words} spoken={spoken}>
        <QueryClientProvider client={queries}>
          {application}
          <Toasts />
        </QueryClientProvider>
      </LanguageProvider>
    </StrictMode>,
  );
}
