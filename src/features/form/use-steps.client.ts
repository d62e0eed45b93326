import { useEffect, useRef, useState } from 'react';

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
