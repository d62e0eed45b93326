import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { demo, fetchPath, live, other, servePortal } from '../support/portal-site.ts';

servePortal();

/** Posts a document as a browser does, in a form with a file. */
function send(fields: Record<string, string>, bytes: Buffer | null, cookie = demo) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ language: 'nl', ...fields })) form.set(name, value);
  if (bytes) form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'attest.pdf');
  const headers = { 'x-forwarded-for': '10.9.9.9', origin: live.url, ...(cookie && { cookie }) };
  return fetch(`${live.url}/api/owner/send-document`, { method: 'POST', redirect: 'manual', headers, body: form });
}
const PDF = Buffer.from('%PDF-1.7 attest');
const saidBy = (response: Response) =>
  new URL(response.headers.get('location') ?? '/', live.url).searchParams.get('said');

test('a document of a property is sent and opened by its owner, and by nobody else', async () => {
  const sent = await send({ property: '35187', kind: 'soil' }, PDF);
  expect([sent.status, saidBy(sent)]).toEqual([303, 'sent']);
  expect(saidBy(await send({ property: '35187', kind: 'soil' }, PDF))).toBe('known');
  const database = await openDatabase({ dataDir: live.dataDir });
  const { id } = await database.db.selectFrom('owner_documents').select('id').executeTakeFirstOrThrow();
  await database.close();
  const opened = await fetchPath(`/api/owner/sent-document?property=35187&id=${id}`, { cookie: demo });
  expect([opened.status, await opened.text()]).toEqual([200, PDF.toString()]);
  expect(opened.headers.get('content-disposition')).toBe('attachment; filename="attest.pdf"');
  expect(opened.headers.get('cache-control')).toBe('no-store');
  // Neither another owner, nor by way of a property that they own.
  for (const property of ['35187', '35109'])
    expect((await fetchPath(`/api/owner/sent-document?property=${property}&id=${id}`, { cookie: other })).status).toBe(
      404,
    );
  expect((await fetchPath(`/api/owner/sent-document?property=35160&id=${id}`, { cookie: demo })).status).toBe(404);
});

test('without a login, for the property of somebody else, and from another site nothing is stored', async () => {
  const before = await documents();
  const stranger = await send({ property: '35187' }, PDF, '');
  expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/nl/login/']);
  expect((await send({ property: '35187' }, PDF, other)).status).toBe(404);
  const evil = { method: 'POST', cookie: demo, headers: { origin: 'https://evil.example' }, body: 'property=35187' };
  expect((await fetchPath('/api/owner/send-document', evil)).status).toBe(403);
  expect(await documents()).toBe(before);
});

test('what is too large or no document is said on the page, and the size is the limit', async () => {
  expect(saidBy(await send({ property: '35187' }, Buffer.from('<svg/>')))).toBe('document-kind');
  expect(saidBy(await send({ property: '35187' }, null))).toBe('empty');
  const large = await send({ property: '35187' }, Buffer.concat([PDF, Buffer.alloc(9 * 2 ** 20)]));
  expect([large.status, saidBy(large)]).toEqual([303, 'too-large']);
  const page = await (
    await fetchPath('/nl/eigenaar/documenten/?property=35187&said=too-large', { cookie: demo })
  ).text();
  expect(page).toContain('Dit bestand is groter dan 8 MB');
});

test('calendar and report of a property are for its owner alone', async () => {
  for (const name of ['calendar', 'report']) {
    const path = `/api/owner/${name}?property=35187`;
    expect((await fetchPath(path, { cookie: demo })).status, name).toBe(200);
    expect((await fetchPath(path, { cookie: other })).status, name).toBe(404);
    expect((await fetchPath(path)).status, name).toBe(303);
  }
});

async function documents(): Promise<number> {
  const database = await openDatabase({ dataDir: live.dataDir });
  const rows = await database.db.selectFrom('owner_documents').select('id').execute();
  await database.close();
  return rows.length;
}
