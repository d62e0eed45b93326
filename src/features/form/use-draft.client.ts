import { useLayoutEffect, useRef, useState } from 'react';
import type { FormValues } from './form.ts';
import { draftName, type FormView } from './form-view.ts';

interface Draft {
  /** The values that were restored; null when there were none. */
  restored: FormValues | null;
  /** Deletes the draft, because the form was sent. */
  forget: () => void;
}

const isGiven = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/**
 * Keeps what a visitor entered over a reload and a change of language, in this tab only. Values that the page comes
 * with win over the draft.
 */
export function useDraft(
  form: FormView,
  live: boolean,
  given: FormValues,
  values: () => FormValues,
  reset: (values: FormValues) => void,
): Draft {
  const name = draftName(form);
  const key = `draft-${name}`;
  const [restored, setRestored] = useState<FormValues | null>(null);
  const sent = useRef(false);
  // In a layout effect, while the form hydrates: what the visitor typed meanwhile is restored afterwards, and wins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form hydrates
  useLayoutEffect(() => {
    if (!live || !name) return;
    const own = Object.fromEntries(Object.entries(given).filter(([, value]) => isGiven(value)));
    const before = JSON.stringify(values());
    try {
      const draft = sessionStorage.getItem(key);
      if (draft) {
        const all = { ...values(), ...(JSON.parse(draft) as FormValues), ...own };
        reset(all);
        setRestored(all);
      }
    } catch {
      // A draft that cannot be parsed is ignored.
    }
    const save = () => {
      try {
        const now = JSON.stringify(values());
        if (!sent.current && (now !== before || sessionStorage.getItem(key))) sessionStorage.setItem(key, now);
      } catch {
        // Storage may be switched off or full: the form works without it.
      }
    };
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [live]);
  const forget = () => {
    sent.current = true;
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Storage is switched off, so nothing was stored.
    }
  };
  return { restored, forget };
}
