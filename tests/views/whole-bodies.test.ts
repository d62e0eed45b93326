import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { LARGEST_FORM_BYTES } from '../../src/features/tenant/tenant.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { newId } from '../../src/platform/database/new-id.server.ts';
import { DOCUMENT_BYTES } from '../../src/platform/media/upload.ts';
import { mailLinkToken } from '../../src/platform/signing/mail-link.server.ts';
import { LIVE_SECRET } from '../support/live-site.ts';
import { demo, live, servePortal, site } from '../support/portal-site.ts';
import { putViewing } from '../support/studio-viewings.ts';

servePortal();

let tenant = '';
beforeAll(async () => {
  const rental = site.listings.find(
    ({ goal, zip, gone }) => goal === 'rent' && !gone && Number(zip) >= 1500 && Number(zip) < 2000,
  )!;
  const ended = new Date(Date.now() - 3_600_000).toISOString();
  const viewing = await putViewing(live, ended, { property_id: String(rental.id) });
  const database = await openDatabase({ dataDir: live.dataDir });
  const id = newId();
  await database.db
    .insertInto('tenant_files')
    .values({
      ...{ id, viewing_id: viewing, property_id: String(rental.id), language: 'nl', name: 'An', email: 'an@x.example' },
      ...{ stage: 'candidate', state: 'asked', content: null, sent_at: null, decided_at: null },
      ...{ created_at: ended, deletes_at: new Date(Date.now() + 86_400_000).toISOString() },
    })
    .execute();
  await database.close();
  tenant = `/api/tenant/${mailLinkToken(LIVE_SECRET, { do: 'tenant-file', file: id })}`;
});

const EDGE = 'edge-of-a-part';
const FORM = `multipart/form-data; boundary=${EDGE}`;
const CODED = 'application/x-www-form-urlencoded';
/** A form with files of so many bytes that are said to be PDFs. */
function formOf(fields: Record<string, string>, files: Record<string, number>): Buffer {
  const part = (name: string, more = '') =>
    `--${EDGE}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => Buffer.from(`${part(name)}${value}\r\n`)),
    ...Object.entries(files).flatMap(([name, bytes]) => [
      Buffer.from(part(name, '; filename="a.pdf"')),
      Buffer.from('%PDF-1.7'.padEnd(bytes, ' ')),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${EDGE}--\r\n`),
  ]);
}

interface Sent {
  path: () => string;
  type: string;
  body: Buffer;
  cookie?: () => string;
  isChunked?: boolean;
}

/**
 * Posts on a connection that stays open and asks for a page on it afterwards. Gives the response to the post, whether
 * the page came or the connection was closed, and how long both took.
 */
async function postThenAsk({ path, type, body, cookie, isChunked = false }: Sent) {
  const started = Date.now();
  const socket = connect(Number(new URL(live.url).port), '127.0.0.1');
  let text = '';
  let isClosed = false;
  socket.on('data', (part) => {
    text += part.toString('latin1');
  });
  socket
    .on('error', () => {})
    .on('close', () => {
      isClosed = true;
    });
  const responses = () => [...text.matchAll(/HTTP\/1\.1 (?!100)(\d{3}) /g)].length;
  const until = async (done: () => boolean) => {
    while (!done() && !isClosed && Date.now() - started < 20_000) await pause(5);
  };
  const head = [
    `POST ${path()} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Origin: ${live.url}`,
    `Content-Type: ${type}`,
    `X-Forwarded-For: 10.7.${body.length % 250}.${responses.length + (isChunked ? 9 : 1)}`,
    ...(cookie ? [`Cookie: ${cookie()}`] : []),
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  if (isChunked) socket.write(`${body.length.toString(16)}\r\n`);
  socket.write(body);
  if (isChunked) socket.write('\r\n0\r\n\r\n');
  await until(() => responses() > 0);
  const said = /location: (\S+)/i.exec(text)?.[1] ?? '';
  socket.write('GET /nl/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await until(() => responses() > 1);
  const went = { said, responses: responses(), isClosed, ms: Date.now() - started };
  socket.destroy();
  return went;
}

test('documents as large as the page promises are received, all that a form has at once', async () => {
  const owner = await postThenAsk({
    path: () => '/api/owner/send-document',
    type: FORM,
    body: formOf({ property: '35187', kind: 'soil', language: 'nl' }, { file: DOCUMENT_BYTES }),
    cookie: () => demo,
  });
  expect(owner).toMatchObject({ said: expect.stringContaining('said=sent'), responses: 2 });
  const proofs = { 'proof-income': DOCUMENT_BYTES, 'proof-rent': DOCUMENT_BYTES };
  const sent = await postThenAsk({
    path: () => tenant,
    type: FORM,
    body: formOf({ language: 'nl', netIncome: '2600', persons: '2' }, proofs),
  });
  expect(sent).toMatchObject({ said: expect.stringContaining('said=sent'), responses: 2 });
});

describe('a body that is not read to its end keeps nobody waiting on its connection', () => {
  const large = (bytes: number) => formOf({ property: '35187' }, { file: bytes });
  const coded = (bytes: number) => Buffer.from(`message=${'a'.repeat(bytes)}`);
  const POSTS: Record<string, Sent> = {
    'of an owner': {
      ...{ path: () => '/api/owner/send-document', type: FORM, cookie: () => demo },
      body: large(DOCUMENT_BYTES + 70_000),
    },
    'of an owner, larger than anything': {
      ...{ path: () => '/api/owner/send-document', type: FORM, cookie: () => demo },
      body: large(LARGEST_FORM_BYTES + 4_000_000),
    },
    'of nobody': { path: () => '/api/owner/send-document', type: FORM, body: large(4_000_000) },
    'of a tenant': { path: () => tenant, type: FORM, body: large(LARGEST_FORM_BYTES + 4_000_000) },
    'of a form': { path: () => '/api/forms/contact-me', type: CODED, body: coded(4_000_000) },
    'of a form page': { path: () => '/nl/contact-me/', type: CODED, body: coded(4_000_000) },
    'of a login': { path: () => '/api/owner/login', type: CODED, body: coded(4_000_000) },
    'of a count of views': { path: () => '/api/views', type: 'application/json', body: coded(4_000_000) },
    'of a page that reads none': { path: () => '/nl/', type: CODED, body: coded(4_000_000) },
    'of the studio': { path: () => '/studio/do/photo-upload/', type: FORM, body: large(30_000_000) },
  };
  test.each(
    Object.entries(POSTS).flatMap(([name, sent]) => [
      [`${name}, with its length`, sent] as const,
      [`${name}, in pieces`, { ...sent, isChunked: true }] as const,
    ]),
  )('%s', async (_name, sent) => {
    const went = await postThenAsk(sent);
    expect(went.responses === 2 || went.isClosed, JSON.stringify(went)).toBe(true);
    expect(went.ms).toBeLessThan(10_000);
  });
});
