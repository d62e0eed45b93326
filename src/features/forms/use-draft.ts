import { useLayoutEffect, useRef } from 'react';
import type { FormValues } from '../../domain/forms/form.ts';
import type { FormView } from '../../domain/forms/form-view.ts';

/**
 * Keeps the values of a stepped form over a reload of the page, in this tab only. The returned function deletes them.
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
  // In a layout effect, while the form hydrates: what the visitor typed meanwhile is restored afterwards, and wins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form hydrates
  useLayoutEffect(() => {
    if (!live || !stepped) return;
    try {
      const draft = sessionStorage.getItem(key);
      if (draft) reset({ ...values(), ...(JSON.parse(draft) as FormValues) });
    } catch {
      // A draft that cannot be parsed is ignored.
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
      // Storage is switched off, so nothing was stored.
    }
  };
}
