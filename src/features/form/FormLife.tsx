import type { ComponentProps } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { provide } from '../../ui/hydrate/provide.client.ts';
import Form from './Form.tsx';
import { withHtml } from './form-view.ts';

/** Hydrates the plain HTML of a form with the props that follow it as JSON, and the options that it shows itself. */
function start(host: HTMLElement): void {
  const props = JSON.parse(host.nextElementSibling?.textContent ?? '{}') as ComponentProps<typeof Form>;
  hydrateRoot(host, <Form {...props} form={withHtml(props.form, host)} />);
}

provide('form', start);
