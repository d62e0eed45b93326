import { useEffect, useRef } from 'react';
import type { FormView } from '../../domain/forms/form-view.ts';

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

/** Solves the proof of work in a worker while the visitor fills in the form. The returned function waits for it. */
export function useProof(captcha: FormView['captcha'], live: boolean): () => Promise<string | null> {
  const solving = useRef<Promise<string | null>>(Promise.resolve(null));
  const { url, solver } = captcha ?? {};
  useEffect(() => {
    if (!url || !solver || !live) return;
    const worker = new Worker(solver, { type: 'module' });
    solving.current = new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
      worker.onerror = () => resolve(null);
      fetch(url, { headers: { Accept: 'application/json' } })
        .then(async (response) => worker.postMessage(response.ok ? await response.text() : ''))
        .catch(() => resolve(null));
    });
    return () => worker.terminate();
  }, [url, solver, live]);
  return () => solving.current;
}
