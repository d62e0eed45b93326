import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { contentVersions } from '../../src/content/history/content-history.server.ts';
import { contentWriterOf } from '../../src/content/history/content-writer.server.ts';
import { undoChange } from '../../src/content/history/undo-change.server.ts';
import { setSource } from '../../src/features/editing/content-save.server.ts';
import type { EditingCtx, Thing } from '../../src/features/editing/content-store.server.ts';
import { openPropertyMedia, type Uploaded } from '../../src/features/editing/photos/property-media.server.ts';
import { placeOfField } from '../../src/features/import/property-file.server.ts';
import type { Role } from '../../src/features/staff/rights.ts';
import type { StaffMember } from '../../src/features/staff/staff.server.ts';
import { readPictureName } from '../../src/platform/media/picture-name.ts';
import { testFolder } from '../support/folder.ts';
import { mediaBomb } from '../support/media-bomb.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { colouredPhoto, phonePhoto, sentFile } from '../support/uploads.ts';

const TARGET = { kind: 'properties', name: '7' } as const;
const FILE = 'properties/7.json';
const person = (role: Role = 'editor', member: string | null = null) => ({ role, member, name: `The ${role}` });
const PHOTOS = 'XLargePictureItems';

describe.each(ENGINES)('uploads on %s', (engine) => {
  async function agency(data: object = {}) {
    const { database } = await openStorage(engine);
    const root = testFolder();
    const folders = { contentDir: join(root, 'content'), dataDir: join(root, 'data') };
    for (const folder of ['content/properties', 'content/media', 'data'])
      mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(folders.contentDir, FILE), `${JSON.stringify({ ID: 7, Price: 1, ...data }, null, 2)}\n`);
    const writer = contentWriterOf(database, folders);
    // A writer of its own, as every process has.
    const open = () =>
      openPropertyMedia({
        ...{ writer: contentWriterOf(database, folders), dataDir: folders.dataDir, placeOf: placeOfField },
      });
    const media = open();
    const send = (name: string, bytes: Buffer) => sentFile(join(folders.dataDir, 'uploads'), name, bytes);
    const add = async (
      files: Record<string, Buffer>,
      more: { key?: string; before?: string[] } = {},
      who = person(),
    ) => {
      const sent = Object.entries(files).map(([name, bytes]) => send(name, bytes));
      return media.addPictures(TARGET, who, PHOTOS, { sent, ...more });
    };
    const now = () => JSON.parse(readFileSync(join(folders.contentDir, FILE), 'utf8')) as Record<string, unknown>;
    const urls = (field = PHOTOS) => ((now()[field] ?? []) as { Url: string }[]).map(({ Url }) => Url);
    const stored = (url: string) => readFileSync(join(folders.contentDir, 'media', url));
    return { ...folders, database, writer, media, open, add, send, now, urls, stored };
  }
  const slugs = (urls: readonly string[]) => urls.map((url) => readPictureName(url)?.slug);
  const problems = (results: unknown) =>
    Object.fromEntries((results as Uploaded[]).map((one) => [one.name, one.ok ? 'stored' : one.problem]));

  test('forty photographs come behind the present ones, in the order of their names', async () => {
    const { add, urls, now } = await agency({ [PHOTOS]: [{ Url: 'photos/old.jpg', Name: { nl: 'Gevel' } }] });
    const numbers = Array.from({ length: 40 }, (_one, at) => at + 1);
    const files = await Promise.all(numbers.map(async (n) => [`Foto ${n}.JPG`, await colouredPhoto(n)] as const));
    // As a phone sends them: in any order.
    const shuffled = files.toSorted(([one], [other]) =>
      one.split('').reverse().join('') < other.split('').reverse().join('') ? 1 : -1,
    );
    expect(shuffled.map(([name]) => name)).not.toEqual(files.map(([name]) => name));
    const results = await add(Object.fromEntries(shuffled));
    expect(Object.values(problems(results)).every((one) => one === 'stored')).toBe(true);
    expect(slugs(urls())).toEqual([undefined, ...numbers.map((n) => `foto-${n}`)]);
    expect((now()[PHOTOS] as unknown[])[0]).toEqual({ Url: 'photos/old.jpg', Name: { nl: 'Gevel' } });
  });

  test('what is served is upright and knows no place; the original is kept byte for byte and not served', async () => {
    const { add, urls, stored, dataDir } = await agency();
    const original = await phonePhoto();
    expect((await sharp(original).metadata()).exif?.includes('Geheim')).toBe(true);
    await add({ 'IMG 1.jpg': original });
    const served = stored(urls()[0]!);
    const facts = await sharp(served).metadata();
    expect([facts.width, facts.height, facts.exif, facts.xmp, facts.orientation]).toEqual([
      200,
      300,
      ...Array(3).fill(undefined),
    ]);
    expect(served.includes('Geheim')).toBe(false);
    const { original: short } = readPictureName(urls()[0]!)!;
    expect(readFileSync(join(dataDir, 'originals', short.slice(0, 2), `${short}.jpeg`))).toEqual(original);
  });

  test('a large photograph is stored with a longest side of 2560 pixels', async () => {
    const { add, urls, stored } = await agency();
    await add({ 'large.png': await colouredPhoto(3, 4000, 3000) });
    const { width, height, format } = await sharp(stored(urls()[0]!)).metadata();
    expect([width, height, format]).toEqual([2560, 1920, 'jpeg']);
  });

  test('what is no plain picture is refused with its reason, and the others are stored', async () => {
    const { add, urls, contentDir, dataDir } = await agency();
    const photo = await colouredPhoto(1);
    const png = await sharp(photo).png().toBuffer();
    const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
    const comment = Buffer.from('<SCRIPT>alert(1)</SCRIPT>');
    const words = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment]);
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)]);
    const results = await add({
      'a good one.jpg': photo,
      'bomb.png': mediaBomb(8000),
      'drawing.jpg': Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'),
      'empty.jpg': Buffer.alloc(0),
      'half.jpg': (await colouredPhoto(2, 900, 900)).subarray(0, 3000),
      'page behind.jpg': Buffer.concat([photo, Buffer.from('<html><body>hi')]),
      'page behind.png': Buffer.concat([png, Buffer.from('<?php evil();')]),
      'page inside.jpg': Buffer.concat([photo.subarray(0, 2), words, photo.subarray(2)]),
      'phone.jpg': heic,
      'program.jpg': Buffer.from('MZ this is a program'),
      'paper.jpg': Buffer.from('%PDF-1.7\n%%EOF'),
      'zip behind.jpg': Buffer.concat([photo, Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(300), zip]),
    });
    expect(problems(results)).toEqual({
      'a good one.jpg': 'stored',
      ...{ 'bomb.png': 'pixels', 'drawing.jpg': 'svg', 'empty.jpg': 'empty', 'half.jpg': 'broken' },
      ...{ 'page behind.jpg': 'hidden', 'page behind.png': 'hidden', 'page inside.jpg': 'hidden' },
      ...{ 'phone.jpg': 'heic', 'program.jpg': 'kind', 'paper.jpg': 'kind', 'zip behind.jpg': 'hidden' },
    });
    expect(slugs(urls())).toEqual(['a-good-one']);
    expect(
      readdirSync(join(contentDir, 'media'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()),
    ).toHaveLength(1);
    expect(readdirSync(join(dataDir, 'originals'))).toHaveLength(1);
  });

  test('a film of a phone behind its photograph is no reason to refuse it, and is not served', async () => {
    const { add, urls, stored } = await agency();
    const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(5000, 7)]);
    const results = await add({ 'motion.jpg': Buffer.concat([await colouredPhoto(5), film]) });
    expect(problems(results)).toEqual({ 'motion.jpg': 'stored' });
    expect(stored(urls()[0]!).includes('ftypmp42')).toBe(false);
  });

  test('the same upload sent again is one photograph, also when it was removed meanwhile', async () => {
    const { add, urls, media } = await agency();
    const photo = await colouredPhoto(9);
    await add({ 'one.jpg': photo }, { key: 'k1' });
    const again = (await add({ 'one.jpg': photo }, { key: 'k1' })) as Uploaded[];
    expect(again).toEqual([{ name: 'one.jpg', ok: true, path: urls()[0], isKnown: true }]);
    // Another process does not know the key, but the photograph.
    await add({ 'copy.jpg': photo }, { key: 'k2' });
    expect(urls()).toHaveLength(1);
    await media.changePictures(TARGET, person(), { field: PHOTOS, why: 'removed' }, () => []);
    await add({ 'one.jpg': photo }, { key: 'k1' });
    expect(urls()).toEqual([]);
  });

  test('a photograph whose upload broke takes the place that it would have had', async () => {
    const { add, urls } = await agency();
    await add({ '1.jpg': await colouredPhoto(1) });
    await add({ '3.jpg': await colouredPhoto(3) });
    await add({ '2.jpg': await colouredPhoto(2) }, { before: [urls()[1]!] });
    expect(slugs(urls())).toEqual(['1', '2', '3']);
  });

  test('names lead nowhere else, and the same name overwrites nothing', async () => {
    const { add, urls, contentDir } = await agency();
    const names = ['../../../evil.jpg', '..\\..\\evil.jpg', '/etc/evil.jpg', 'évil\u0000.php.jpg', '....jpg'];
    for (const [at, name] of names.entries()) await add({ [name]: await colouredPhoto(at + 20) });
    expect(urls().every((url) => /^properties\/7\/[a-z0-9-]+-[0-9a-f]{16}\.jpg$/.test(url))).toBe(true);
    expect(new Set(urls()).size).toBe(names.length);
    expect(readdirSync(contentDir).sort()).toEqual(['media', 'properties']);
    expect(readdirSync(join(contentDir, 'media'))).toEqual(['properties']);
  });

  test('two people who upload at once, each by a writer of their own, lose nothing', async () => {
    const { open, urls, send } = await agency();
    const upload = async (start: number) => {
      const media = open();
      for (const at of [0, 1, 2, 3]) {
        const sent = [send(`${start + at}.jpg`, await colouredPhoto(start + at))];
        await media.addPictures(TARGET, person(), PHOTOS, { sent });
      }
    };
    await Promise.all([upload(10), upload(50)]);
    const own = (first: string) => slugs(urls()).filter((slug) => slug?.startsWith(first));
    expect(own('1')).toEqual(['10', '11', '12', '13']);
    expect(own('5')).toEqual(['50', '51', '52', '53']);
  });

  test('a reader, and an agent at the property of somebody else, are refused and nothing is stored', async () => {
    const { add, urls, dataDir } = await agency({ Manager: 'els-maes' });
    const photo = { 'a.jpg': await colouredPhoto(1) };
    expect(await add(photo, {}, person('reader'))).toBe('forbidden');
    expect(await add(photo, {}, person('agent', 'dag-claes'))).toBe('forbidden');
    expect(await add(photo, {}, person('agent'))).toBe('forbidden');
    expect([urls(), readdirSync(dataDir).includes('originals')]).toEqual([[], false]);
    expect(problems(await add(photo, {}, person('agent', 'els-maes')))).toEqual({ 'a.jpg': 'stored' });
  });

  test('photographs that a CRM decides are locked until somebody takes them over', async () => {
    const { add, urls, media, now } = await agency({ Source: 'whise', [PHOTOS]: [{ ID: 3, Url: 'imported/a.jpg' }] });
    expect(await add({ 'a.jpg': await colouredPhoto(1) })).toBe('locked');
    expect(await media.takeOver(TARGET, person('reader'), PHOTOS)).toBe('forbidden');
    expect(now().EditorFields).toBeUndefined();
    expect(await media.takeOver(TARGET, person(), PHOTOS)).toBeNull();
    expect(now().EditorFields).toEqual([PHOTOS]);
    expect(problems(await add({ 'a.jpg': await colouredPhoto(1) }))).toEqual({ 'a.jpg': 'stored' });
    expect(urls()[0]).toBe('imported/a.jpg');
  });

  test('a field that is taken over when its property was moved away meanwhile writes nothing', async () => {
    const { writer, contentDir, dataDir } = await agency({ Source: 'whise' });
    mkdirSync(join(dataDir, 'import'));
    const state = { goodAt: null, alarm: null, maxAgeHours: 24, owned: ['Price'] };
    writeFileSync(join(dataDir, 'import/whise.json'), JSON.stringify(state));
    const ctx = { writer, settings: { contentDir, dataDir } } as unknown as EditingCtx;
    const item = { kind: 'properties', name: '7', file: FILE, data: { ID: 7, Source: 'whise' } } as unknown as Thing;
    const admin = { ...person('admin'), id: 'a' } as unknown as StaffMember;
    rmSync(join(contentDir, FILE));
    await setSource(ctx, item, 'Price', true, admin);
    expect(existsSync(join(contentDir, FILE))).toBe(false);
    writeFileSync(join(contentDir, FILE), '{"ID": 7, "Source": "whise"}');
    await setSource(ctx, item, 'Price', true, admin);
    expect(JSON.parse(readFileSync(join(contentDir, FILE), 'utf8')).EditorFields).toEqual(['Price']);
  });

  test('removing is a change of the list alone, and the history brings it back', async () => {
    const { add, urls, media, database, writer, stored } = await agency();
    await add({ '1.jpg': await colouredPhoto(1), '2.jpg': await colouredPhoto(2) });
    const before = urls();
    await media.changePictures(TARGET, person(), { field: PHOTOS, why: 'removed' }, (list) => list.slice(1));
    expect(urls()).toEqual(before.slice(1));
    expect(stored(before[0]!).length).toBeGreaterThan(0);
    const [newest] = await contentVersions(database, { file: FILE, most: 1 });
    expect(newest).toMatchObject({ who: 'The editor', source: 'form', why: 'removed' });
    await undoChange(database, writer, FILE, { who: 'x', source: 'form' });
    expect(urls()).toEqual(before);
  });
});
