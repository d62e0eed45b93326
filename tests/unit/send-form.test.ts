import { afterEach, expect, test, vi } from 'vitest';
import type { FormView } from '../../src/features/form/form-view.ts';
import { sendForm } from '../../src/features/form/send-form.client.ts';
import { cameFrom } from '../../src/features/lead/submit-form.server.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the server receives from a page whose session storage holds this campaign. */
async function sentWith(campaign: string | null, fields: Record<string, string> = {}) {
  const fetched = vi.fn(async (_url: string, _init: { body: string }) => Response.json({ ok: true, href: '/thanks' }));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('sessionStorage', { getItem: (name: string) => (name === 'campaign' ? campaign : null) });
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  const form = { name: 'contact-me', fields: [], words: {} } as unknown as FormView;
  expect(await sendForm(form, data, null)).toEqual({ kind: 'sent', href: '/thanks' });
  return JSON.parse(fetched.mock.calls[0]![1].body) as Record<string, unknown>;
}

test('the campaign that was stored with consent reaches the lead from whichever page', async () => {
  const sent = await sentWith('{"utm_source":"newsletter","gclid":"1"}', {
    page: '/nl/te-koop/x/',
    email: 'a@b.example',
  });
  expect(cameFrom(sent)).toEqual({ page: '/nl/te-koop/x/', campaign: { utm_source: 'newsletter', gclid: '1' } });
  expect(sent.email).toBe('a@b.example');
});

test('a field of the form wins over what is stored', async () => {
  expect(await sentWith('{"email":"x","page":"y"}', { page: '/nl/', email: '' })).toEqual({ page: '/nl/', email: '' });
});

test.each([null, '', 'x', '7', 'null', '["a"]'])('without a campaign (%s) none is sent', async (stored) => {
  expect(cameFrom(await sentWith(stored, { page: '/nl/' }))).toEqual({ page: '/nl/', campaign: {} });
});
