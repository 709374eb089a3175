import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isTyping } from '../ui/is-typing.ts';
import type { Membership } from './context.ts';
import { pagesFor } from './navigation.ts';
import type { PaletteStep } from './palette-actions.ts';

/** How long a `g` waits for the letter of a page. */
const WAIT_MS = 1_500;
/** Whether single keys do something in this browser: speech input types letters that nobody pressed. */
const STORED = 'latchkey.shortcuts';
const OFF = 'off';
export const areOn = (): boolean => localStorage.getItem(STORED) !== OFF;
export const turnShortcuts = (on: boolean): void => localStorage.setItem(STORED, on ? 'on' : OFF);

/** Ctrl K and ⌘ K search, and unless single keys are off, a slash does, a question mark shows the keys, and `g` with a letter goes to a page. */
export function useShortcuts(organization: Membership, open: (step: PaletteStep | null) => void): void {
  const { slug } = organization;
  const navigate = useNavigate();
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, timeStamp } = event;
      if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        open('search');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !areOn()) return;
      const isSecond = timeStamp - pressedAt.current < WAIT_MS;
      pressedAt.current = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY;
      const page = isSecond && linksOf(organization).find(({ letter }) => letter === key);
      if (page) void navigate({ to: page.to, params: { slug } });
      else if (key === '/') open('search');
      else if (key === '?') open('help');
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [organization, slug, navigate, open]);
}

export const linksOf = (organization: Membership) => pagesFor(organization).flatMap(({ links }) => links);
