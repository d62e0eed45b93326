import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { FormValues, Problems } from './form.ts';
import { draftName, type FormView } from './form-view.ts';

/**
 * Whether the code of a form runs, and whether its visitor types characters, which a proof of work replaces: with an
 * old browser or a blocked worker, and when the form was posted before its code was here, until it is. Characters that
 * were wrong are typed again.
 */
export function useLive(failed: boolean, problems: Readonly<Record<string, string>>) {
  const [live, setLive] = useState(false);
  const [types, setTypes] = useState(failed);
  const areWrong = Object.hasOwn(problems, 'captcha');
  useEffect(() => {
    setLive(true);
    if (!areWrong) setTypes(false);
  }, [areWrong]);
  return { live, types, typeCharacters: () => setTypes(true) };
}

/** How long after the release of a finger its click may come; one that was dragged has none. */
const CLICK_MS = 400;

/**
 * Returns a function that waits until no finger or mouse button is down and its click is over: after a tap, a field
 * loses the focus between the release and the click. A message that appears or disappears meanwhile moves the pressed
 * element, and the click would be lost.
 */
export function useReleased(): () => Promise<void> {
  const pressing = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    const end = new AbortController();
    const press = () => {
      pressing.current = new Promise((resolve) => {
        const wait = { pointerup: CLICK_MS, pointercancel: 0, click: 0 };
        for (const [name, ms] of Object.entries(wait))
          addEventListener(name, () => setTimeout(resolve, ms), { once: true, capture: true, signal: end.signal });
      });
    };
    addEventListener('pointerdown', press, { capture: true, signal: end.signal });
    return () => end.abort();
  }, []);
  return () => pressing.current;
}

/**
 * The current step of a form. Each step is an entry in the history of the browser, so Back goes one step back.
 * `arrive` runs after the visitor came to another step.
 */
export function useSteps(stepped: boolean, arrive: () => void): { step: number; walk: (to: number) => void } {
  const [step, setStep] = useState(0);
  const shown = useRef(0);
  useEffect(() => {
    if (!stepped) return;
    history.replaceState({ ...history.state, step: 0 }, '');
    const follow = ({ state }: PopStateEvent) => {
      if (typeof state?.step === 'number') setStep(state.step);
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [stepped]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new step is an arrival
  useEffect(() => {
    if (shown.current !== step) arrive();
    shown.current = step;
  }, [step]);
  const walk = (to: number) => {
    if (to < step) return history.go(to - step);
    if (to > step) history.pushState({ ...history.state, step: to }, '');
    setStep(to);
  };
  return { step, walk };
}

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

/** Values in which a field of several choices is always a list, because a single value would tick every box. */
export const listsIn = (values: FormValues, validators: FormView['fields']): FormValues =>
  Object.fromEntries(
    validators
      .filter(({ kind }) => kind === 'checks')
      .map(({ name }) => [name, [values[name] ?? []].flat().map(String)]),
  );

/** Problems reported by the server as errors of react-hook-form, each with its message. */
export const errorsOf = (problems: Problems, say: (name: string, code: string) => string) =>
  Object.fromEntries(
    Object.entries(problems).map(([name, code]) => [name, { type: code, message: say(name, code) }]),
  ) as FieldErrors<FormValues>;

/** The message at each field with an error. */
export const messagesOf = (errors: FieldErrors<FormValues>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, String(error?.message ?? '')]));
