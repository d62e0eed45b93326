import { useEffect, useRef } from 'react';

/** Solves the proof of work beside the page while the visitor fills in; the returned function waits for it. */
export function useProof(challenge: string | null, live: boolean): () => Promise<string | null> {
  const solving = useRef<Promise<string | null>>(Promise.resolve(null));
  useEffect(() => {
    if (!challenge || !live) return;
    const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' });
    solving.current = new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(challenge);
    });
    return () => worker.terminate();
  }, [challenge, live]);
  return () => solving.current;
}
