import { useEffect, useRef } from 'react';
import type { FormView } from './form-view.ts';

/** The result of sending a form. */
export type Sent =
  | { kind: 'sent'; href: string }
  | { kind: 'problems'; problems: Record<string, string> }
  | { kind: 'failed'; text: string | null }
  | { kind: 'offline' };

/** The campaign that brought the visitor; it is stored only with consent to statistics. A form that names one wins. */
function storedCampaign(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem('campaign') ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    // Storage is switched off, or its content is not ours: the form is sent without a campaign.
    return {};
  }
}

/** Sends a form as JSON; the values stay on the page whatever happens. */
export async function sendForm(form: FormView, data: FormData, proof: string | null): Promise<Sent> {
  const body = storedCampaign();
  for (const name of new Set(data.keys())) {
    const isList = form.fields.some((field) => field.name === name && field.kind === 'checks');
    body[name] = isList ? data.getAll(name) : data.get(name);
  }
  if (proof) body.proof = proof;
  try {
    const response = await fetch(`/api/forms/${form.name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
    });
    const result = (await response.json()) as {
      ok: boolean;
      href?: string;
      problems?: Record<string, string>;
      text?: string;
    };
    if (result.ok && result.href) return { kind: 'sent', href: result.href };
    if (result.problems && Object.keys(result.problems).length > 0)
      return { kind: 'problems', problems: result.problems };
    return { kind: 'failed', text: result.text ?? (response.status >= 500 ? form.words.broken : null) };
  } catch {
    return navigator.onLine ? { kind: 'failed', text: null } : { kind: 'offline' };
  }
}

/**
 * Solves the proof of work while the visitor fills in the form. The returned function waits for it; where it failed,
 * for example because there was no connection for a moment, it is solved then.
 */
export function useProof(captcha: FormView['captcha'], live: boolean): () => Promise<string | null> {
  const solving = useRef<Promise<string | null>>(null);
  const { url, solver } = captcha ?? {};
  useEffect(() => {
    if (url && solver && live) solving.current = solve(url, solver);
  }, [url, solver, live]);
  return async () => {
    const solved = await solving.current;
    if (solved || !url || !solver) return solved;
    solving.current = solve(url, solver);
    return solving.current;
  };
}

/** Fetches a proof of work and solves it in a worker, so that the page stays responsive; null where that failed. */
async function solve(url: string, solver: string): Promise<string | null> {
  let worker: Worker | undefined;
  try {
    // Its code loads beside the task.
    worker = new Worker(solver, { type: 'module' });
    const solved = new Promise<string | null>((resolve) => {
      worker!.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
      worker!.onerror = () => resolve(null);
    });
    const response = await fetch(url, { headers: { Accept: 'application/json' } });
    if (!response.ok) return null;
    worker.postMessage(await response.text());
    return await solved;
  } catch {
    return null;
  } finally {
    worker?.terminate();
  }
}
