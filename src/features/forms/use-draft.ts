import { useLayoutEffect, useRef } from 'react';
import type { FormValues } from '../../domain/forms/form.ts';
import type { FormView } from '../../domain/forms/form-view.ts';

/**
 * Keeps the answers of a stepped form over a reload of the page, in this tab only; the returned function forgets them.
 */
export function useDraft(
  form: FormView,
  live: boolean,
  values: () => FormValues,
  reset: (values: FormValues) => void,
): () => void {
  const key = `draft-${form.name}`;
  const stepped = form.steps.length > 1;
  const sent = useRef(false);
  // With the form coming to life, not after it: what was typed meanwhile is handed over next, and wins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes to life
  useLayoutEffect(() => {
    if (!live || !stepped) return;
    try {
      const draft = sessionStorage.getItem(key);
      if (draft) reset({ ...values(), ...(JSON.parse(draft) as FormValues) });
    } catch {
      // A draft that cannot be read is no draft.
    }
    const save = () => {
      try {
        if (!sent.current) sessionStorage.setItem(key, JSON.stringify(values()));
      } catch {
        // Storage may be switched off or full: the form works without it.
      }
    };
    addEventListener('pagehide', save);
    return () => removeEventListener('pagehide', save);
  }, [live]);
  return () => {
    sent.current = true;
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Nothing was stored.
    }
  };
}
