import { useEffect, useRef } from 'react';
import type { FormView } from '../../domain/forms/form-view.ts';

/** Solves the proof of work in a worker while the visitor fills in the form. The returned function waits for it. */
export function useProof(captcha: FormView['captcha'], live: boolean): () => Promise<string | null> {
  const solving = useRef<Promise<string | null>>(Promise.resolve(null));
  const { challenge, solver } = captcha ?? {};
  useEffect(() => {
    if (!challenge || !solver || !live) return;
    const worker = new Worker(solver, { type: 'module' });
    solving.current = new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(challenge);
    });
    return () => worker.terminate();
  }, [challenge, solver, live]);
  return () => solving.current;
}
