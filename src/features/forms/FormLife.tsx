import type { ComponentProps } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { provide } from '../../ui/hydrate/provide.ts';
import Form from './Form.tsx';

/** Hydrates the plain HTML of a form with the props that follow it as JSON. */
function start(host: HTMLElement): void {
  const props = JSON.parse(host.nextElementSibling?.textContent ?? '{}') as ComponentProps<typeof Form>;
  hydrateRoot(host, <Form {...props} />);
}

provide('form', start);
