/** What became of a file that was sent; `lost`: nobody knows, so it is sent again. */
export type SentFile =
  | { kind: 'stored'; path: string; isKnown: boolean }
  | { kind: 'refused'; problem: string }
  | { kind: 'login' }
  | { kind: 'lost' };

interface Said {
  problem?: string;
  wrong?: string;
  files?: { ok: boolean; path?: string; isKnown?: boolean; problem?: string }[];
}

/** Sends a form with one file; `onPart` hears how much has been sent, from 0 to 1. */
export function sendFile(url: string, body: FormData, onPart: (part: number) => void): Promise<SentFile> {
  return new Promise((resolve) => {
    // fetch says nothing of what has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => resolve(outcomeOf(request)));
    for (const name of ['error', 'abort', 'timeout'] as const)
      request.addEventListener(name, () => resolve({ kind: 'lost' }));
    request.send(body);
  });
}

function outcomeOf({ status, responseText }: XMLHttpRequest): SentFile {
  if (status === 413) return { kind: 'refused', problem: 'too-large' };
  let said: Said;
  try {
    said = JSON.parse(responseText) as Said;
  } catch {
    return status === 404 ? { kind: 'refused', problem: '' } : { kind: 'lost' };
  }
  if (said.problem === 'credentials') return { kind: 'login' };
  const file = said.files?.[0];
  if (file?.ok) return { kind: 'stored', path: file.path ?? '', isKnown: file.isKnown === true };
  if (file?.problem === 'busy' || status >= 500) return { kind: 'lost' };
  return { kind: 'refused', problem: file?.problem ?? said.wrong ?? '' };
}
