import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { part } from './dom.client.ts';
import { provide } from './hydrate/provide.client.ts';

/** Asks the browser for a passkey, and posts the form of the host with it. */
provide('passkey', async (host) => {
  const form = part<HTMLFormElement>(host, 'form');
  const failed = part(host, '[data-failed]');
  const button = part<HTMLButtonElement>(form, 'button');
  try {
    part<HTMLInputElement>(form, '[name=passkey]').value = JSON.stringify(await passkeyOf(host.dataset));
    form.submit();
  } catch {
    // The person closed the dialog, or the device has no passkey for this site.
    failed.hidden = false;
  }
  button.disabled = false;
});

async function passkeyOf({ do: kind, options = '' }: DOMStringMap): Promise<object> {
  const response = await fetch(options, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ do: kind }),
  });
  if (!response.ok) throw new Error('no options');
  const optionsJSON = await response.json();
  return kind === 'new' ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON });
}
