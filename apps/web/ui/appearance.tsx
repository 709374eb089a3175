import { Languages, Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Language, LANGUAGE_NAMES } from '../../../libs/support/src/languages/languages.ts';
import { useLanguage, useUiWords } from '../i18n/languages.tsx';
import { IconButton } from './button.tsx';
import { ChoiceMenu } from './menu.tsx';

const STORED = 'latchkey.theme';
const ICONS = { light: Sun, dark: Moon, system: Monitor };
type Theme = keyof typeof ICONS;

/** The documents read the choice before anything is painted. */
const chosenTheme = (): Theme => {
  const theme = document.documentElement.dataset['theme'] ?? '';
  return theme in ICONS ? (theme as Theme) : 'system';
};

/** Light, dark or like the system; and the language. */
export function AppearanceMenu(): ReactNode {
  const words = useUiWords();
  const { language, languages, choose } = useLanguage();
  const [theme, setTheme] = useState(chosenTheme);
  const chooseTheme = (chosen: string): void => {
    localStorage.setItem(STORED, chosen);
    document.documentElement.dataset['theme'] = chosen;
    setTheme(chosen as Theme);
  };
  const label = `${words.appearance}, ${words.language}`;
  return (
    <ChoiceMenu
      label={label}
      sections={[
        {
          title: words.appearance,
          chosen: theme,
          options: (['light', 'dark', 'system'] as const).map((id) => ({ id, label: words[id], icon: ICONS[id] })),
          onChoose: chooseTheme,
        },
        {
          title: words.language,
          chosen: language,
          options: languages.map((id) => ({ id, label: LANGUAGE_NAMES[id], icon: Languages })),
          onChoose: (id) => choose(id as Language),
        },
      ]}
    >
      <IconButton label={label} icon={ICONS[theme]} />
    </ChoiceMenu>
  );
}
