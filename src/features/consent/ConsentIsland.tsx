import { hydrateRoot } from 'react-dom/client';
import { provide } from '../../ui/hydrate/provide.client.ts';
import ConsentDialog, { type ConsentWords } from './ConsentDialog.tsx';

const live = new WeakSet<HTMLElement>();

/** Hydrates the dialog that the server rendered; a second call has no effect. */
provide('consent-settings', (dialog) => {
  const root = dialog.firstElementChild as HTMLElement;
  if (live.has(dialog)) return;
  live.add(dialog);
  hydrateRoot(root, <ConsentDialog words={JSON.parse(root.dataset.words ?? '') as ConsentWords} dialog={dialog} />);
});
