import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ROLES, type Role } from '../../src/features/staff/rights.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { askStudio, employAll, STUDIO_HOST } from '../support/studio-site.ts';
import { sendFiles, uploadForm } from '../support/studio-uploads.ts';
import { colouredPhoto } from '../support/uploads.ts';

const [OWN, OTHERS, PROJECT] = ['35141', '35101', '801'];
let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ROLES, 'bram-de-ridder');
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
}, 60_000);
afterAll(() => live.stop());

const cookieOf = (role: Role) => people.get(role)!.cookie;
const fileOf = (name: string, kind = 'properties') => join(live.contentDir, `${kind}/${name}.json`);
const textOf = (name: string, kind?: string) => readFileSync(fileOf(name, kind), 'utf8');
const photosOf = (name: string, kind?: string) =>
  (JSON.parse(textOf(name, kind)) as { XLargePictureItems: { Url: string }[] }).XLargePictureItems;
const upload = async (role: Role, name: string, photo: number, more: Record<string, string> = {}) => {
  const form = uploadForm({ name, ...more }, { [`${photo}.jpg`]: await colouredPhoto(photo) });
  return (await sendFiles(live, 'photo-upload', form, { cookie: cookieOf(role) }))!;
};
const temporary = () => (existsSync(join(live.dataDir, 'uploads')) ? readdirSync(join(live.dataDir, 'uploads')) : []);

test('everybody reads the page; who may not change anything finds no form on it', async () => {
  for (const role of ROLES) {
    const at = (path: string) => askStudio(live, `/studio/content/${path}/photos/`, { cookie: cookieOf(role) });
    const isEditor = role !== 'reader' && role !== 'agent';
    const foreign = await at(`properties/${OTHERS}`);
    expect([foreign.status, foreign.text.includes('photo-upload')], role).toEqual([200, isEditor]);
    expect((await at(`properties/${OWN}`)).text.includes('photo-upload'), role).toBe(role !== 'reader');
    const project = await at(`projects/${PROJECT}`);
    expect([project.status, project.text.includes('id="FloorPlans"')], role).toEqual([200, false]);
    for (const nothing of ['properties/1', 'pages/contact', 'properties/..%5C..', 'nothing/1'])
      expect([400, 404], `${role} ${nothing}`).toContain((await at(nothing)).status);
  }
});

test('photographs are added by those who may, to properties and projects, and by nobody else', async () => {
  const statuses: Record<string, number[]> = {};
  for (const role of ROLES) {
    const all = [await upload(role, OWN, ROLES.indexOf(role)), await upload(role, OTHERS, 10 + ROLES.indexOf(role))];
    statuses[role] = all.map(({ status }) => status);
  }
  expect(statuses).toEqual({
    ...{ admin: [200, 200], office: [200, 200], editor: [200, 200] },
    ...{ agent: [200, 404], reader: [404, 404] },
  });
  expect(photosOf(OWN).filter(({ Url }) => Url.startsWith(`properties/${OWN}/`))).toHaveLength(4);
  const added = await upload('editor', PROJECT, 30, { kind: 'projects' });
  expect(JSON.parse(added.text)).toMatchObject({ ok: true, files: [{ ok: true, isKnown: false }] });
  expect(photosOf(PROJECT, 'projects').at(-1)?.Url).toMatch(/^projects\/801\/30-/);
  expect((await upload('editor', PROJECT, 31, { kind: 'projects', list: 'FloorPlans' })).status).toBe(404);
  expect(temporary()).toEqual([]);
});

test('without a login, and from another site, nothing is read or stored', async () => {
  const before = textOf(OTHERS);
  const form = () => uploadForm({ name: OTHERS }, { 'a.jpg': Buffer.alloc(3000) });
  const stranger = (await sendFiles(live, 'photo-upload', form()))!;
  expect([stranger.status, JSON.parse(stranger.text)]).toEqual([422, { ok: false, problem: 'credentials' }]);
  const evil = await sendFiles(live, 'photo-upload', form(), {
    cookie: cookieOf('admin'),
    origin: 'https://evil.example',
  });
  expect(evil?.status).toBe(403);
  // Files are for these actions only.
  expect((await sendFiles(live, 'lead-note', form(), { cookie: cookieOf('admin') }))?.status).toBe(415);
  expect([textOf(OTHERS), temporary()]).toEqual([before, []]);
});

test('an upload that breaks off half way, or is no form, stores nothing and leaves nothing', async () => {
  const before = textOf(OTHERS);
  const photo = await colouredPhoto(40, 800, 600);
  const form = uploadForm({ name: OTHERS }, { '1.jpg': photo, '2.jpg': photo, '3.jpg': Buffer.alloc(500_000) });
  expect(await sendFiles(live, 'photo-upload', form, { cookie: cookieOf('admin'), isHalf: true })).toBeNull();
  await expect.poll(temporary).toEqual([]);
  expect(textOf(OTHERS)).toBe(before);
});

test('a file over the limit is refused in the language of the person, and the others are stored', async () => {
  const files = { 'big.jpg': Buffer.alloc(41 * 2 ** 20, 1), 'fine.jpg': await colouredPhoto(50) };
  const form = uploadForm({ name: OTHERS }, files);
  const response = await sendFiles(live, 'photo-upload', form, { cookie: cookieOf('editor'), accept: 'text/html' });
  const to = String(response?.headers.location);
  expect([response?.status, decodeURIComponent(to)]).toEqual([
    303,
    expect.stringContaining('refused=too-large:big.jpg'),
  ]);
  const page = await askStudio(live, to.replace(/#.*/, ''), { cookie: cookieOf('editor') });
  expect(page.text).toContain('Dit bestand is groter dan 40 MB.');
  expect(photosOf(OTHERS).at(-1)?.Url).toMatch(/\/fine-/);
}, 60_000);

test('photographs of a CRM are refused with the sentence that says so, until they are taken over', async () => {
  const name = '35143';
  writeFileSync(fileOf(name), textOf(name).replace('{', '{\n  "Source": "whise",'));
  const page = () => askStudio(live, `/studio/content/properties/${name}/photos/`, { cookie: cookieOf('editor') });
  expect((await page()).text).toContain('Dit komt uit whise');
  expect(JSON.parse((await upload('editor', name, 60)).text)).toEqual({ ok: false, wrong: 'media-locked' });
  const form = uploadForm({ name, field: 'XLargePictureItems' }, {});
  const taken = await sendFiles(live, 'photo-take-over', form, { cookie: cookieOf('editor'), accept: 'text/html' });
  expect(String(taken?.headers.location)).toContain('done=media-taken-over');
  expect((await upload('editor', name, 60)).status).toBe(200);
  expect(JSON.parse(textOf(name))).toMatchObject({ Source: 'whise', EditorFields: ['XLargePictureItems'] });
});

test('an editor says which room a photograph shows, and the other pictures stay as they are', async () => {
  const before = photosOf(OTHERS);
  const [first, second] = [before[0]!.Url, before[1]!.Url];
  const fields = {
    'url.0': first,
    'room.0': '',
    'wasroom.0': '',
    'url.1': second,
    'room.1': 'kitchen',
    'wasroom.1': '',
  };
  const sent = uploadForm({ name: OTHERS, do: 'save', ...fields }, {});
  expect((await sendFiles(live, 'photo-list', sent, { cookie: cookieOf('editor') }))?.status).toBe(200);
  expect(photosOf(OTHERS)).toEqual(before.map((one, at) => (at === 1 ? { ...one, Room: 'kitchen' } : one)));
  const page = await askStudio(live, `/studio/content/properties/${OTHERS}/photos/`, { cookie: cookieOf('editor') });
  expect(page.text).toMatch(/name="room\.1"[\s\S]*?<option value="kitchen" selected[^>]*>\s*Keuken/);
});

test('originals are served at no path', async () => {
  const [folder] = readdirSync(join(live.dataDir, 'originals'));
  const [file] = readdirSync(join(live.dataDir, 'originals', folder!));
  for (const path of [
    `/media/originals/${folder}/${file}`,
    `/originals/${folder}/${file}`,
    `/media/..%2foriginals/${file}`,
  ])
    for (const host of [STUDIO_HOST, '127.0.0.1'])
      expect([400, 404], path).toContain((await askStudio(live, path, { host, cookie: cookieOf('admin') })).status);
});

/** What the server says to an ordinary form whose second half does not come. */
function halfForm(path: string): Promise<{ said: string; afterMs: number }> {
  const { hostname, port, host } = new URL(live.url);
  const started = performance.now();
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${live.url}\r\nContent-Length: 40\r\n` +
          'Content-Type: application/x-www-form-urlencoded\r\n\r\nemail=a%40b',
      ),
    );
    socket.on('data', (part) => {
      said += part.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve({ said, afterMs: performance.now() - started }));
  });
}

test('a phone with a weak signal has more than the half minute that an ordinary form has', async () => {
  const form = uploadForm({ name: OTHERS }, { 'slow.jpg': await colouredPhoto(70, 600, 400) });
  const [slow, ordinary] = await Promise.all([
    sendFiles(live, 'photo-upload', form, { cookie: cookieOf('admin'), pauseMs: 38_000 }),
    halfForm('/api/forms/contact-me'),
  ]);
  expect(slow?.status).toBe(200);
  expect(photosOf(OTHERS).at(-1)?.Url).toMatch(/\/slow-/);
  expect(ordinary.said).toMatch(/^HTTP\/1\.1 408 /);
  expect(ordinary.afterMs).toBeLessThan(37_000);
}, 60_000);
