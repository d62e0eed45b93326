import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { importSettings } from '../../src/domain/import-settings.ts';
import { omnicasa } from '../../src/feeds/omnicasa.ts';
import { readContent } from '../../src/server/content/read-content.ts';
import { feedFindings } from '../../src/server/health/feed-findings.ts';
import { download } from '../../src/server/import/download.ts';
import { importHomes } from '../../src/server/import/import-homes.ts';
import { testFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';
import { change, copySmallContent } from '../support/small-content.ts';
import { projectDir } from '../support/test-site.ts';

const FEEDS = join(projectDir, 'tests/support/feeds');
let [contentDir, dataDir, feed] = ['', '', ''];

// biome-ignore lint/suspicious/noExplicitAny: the tests change what feeds hold
type Row = any;
const home = (id: number) => JSON.parse(readFileSync(join(contentDir, `properties/${id}.json`), 'utf8'));
const run = async (...more: string[]) => {
  const files = readdirSync(feed)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, text: readFileSync(join(feed, name), 'utf8') }));
  const settings = importSettings.parse(JSON.parse(readFileSync(join(contentDir, 'settings/import.json'), 'utf8')));
  const reading = omnicasa.read(files, settings);
  const dryRun = more.includes('--dry-run');
  const result = await importHomes({ settings: { contentDir, dataDir }, source: 'omnicasa', reading, pictureDir: feed, dryRun });
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into either outcome
  return { code: result.ok ? 0 : 1, ...(result as any) };
};
const dutch = (how: (rows: Row[]) => Row[]) =>
  change(join(feed, 'omnicasa.nl.json'), (data) => {
    const { Value } = data.GetPropertyListJsonResult;
    Value.Items = how(Value.Items);
    Value.RowsCount = Value.To = Value.Items.length;
    return data;
  });
/** Every file below the content folder with what is in it and when it was written. */
const snapshot = () =>
  readdirSync(contentDir, { recursive: true, encoding: 'utf8' })
    .map((file) => ({ file, facts: statSync(join(contentDir, file)) }))
    .filter(({ facts }) => facts.isFile())
    .map(({ file, facts }) => `${file} ${facts.size} ${facts.mtimeMs}`);

beforeEach(async () => {
  const root = testFolder();
  [contentDir, dataDir, feed] = [join(root, 'content'), join(root, 'data'), join(root, 'feed')];
  mkdirSync(contentDir);
  mkdirSync(feed);
  copySmallContent(contentDir, {});
  for (const file of ['omnicasa.nl.json', 'omnicasa.fr.json']) cpSync(join(FEEDS, file), join(feed, file));
  const picture = (colour: string) => sharp({ create: { width: 900, height: 600, channels: 3, background: colour } });
  writeFileSync(join(feed, 'front.jpg'), await picture('#a64').jpeg().toBuffer());
  writeFileSync(join(feed, 'garden.png'), await picture('#4a6').png().toBuffer());
});

describe('a feed of Omnicasa', () => {
  test('becomes homes: languages merged, numbers out of text, empty signs left out, towns in their own spelling', async () => {
    change(join(contentDir, 'settings/import.json'), (data) => ({ ...data, fields: { omnicasa: { FloodP: 'PScore' } } }));
    expect(await run()).toMatchObject({ code: 0, plan: { added: [70001, 70002, 70003], changed: [], removed: [], skipped: [] } });
    expect(home(70001)).toMatchObject({
      $schema: '../schemas/property.json',
      RecordFile: 'N-70001',
      Goal: 0,
      Price: 549000,
      TypeDescription: { nl: 'Ruime villa met tuin', fr: 'Villa spacieuse avec jardin' },
      DescriptionA: { nl: 'Vier slaapkamers.\nStille straat.', fr: 'Quatre chambres.' },
      City: { nl: 'Grimbergen' },
      CountryID: 10,
      GoogleX: 50.934,
      SurfaceLiving: 212,
      SurfaceGround: 865,
      NumberOfBedRooms: 4,
      HasCellar: true,
      Condition: 'renovated',
      OrientationGarden: 'SW',
      Glazing: 'double',
      EnergyPerformance: 187.5,
      PScore: 'B',
      Manager: 'pieter-verhaegen',
      CreatedDate: '2026-09-02 10:15:00',
      Source: 'omnicasa',
      XLargePictureItems: [{ Name: { nl: 'Voorgevel', fr: 'Façade' } }, { Name: { fr: 'Jardin' } }],
    });
    for (const absent of [
      'BoxNr',
      'MarqueeName',
      'DescriptionB',
      'EPCLabelText',
      'VirtualTour',
      'SurfaceTotal',
      'NumberOfGarages',
    ])
      expect(home(70001)).not.toHaveProperty(absent);
    expect(home(70002)).toMatchObject({ Goal: 1, Price: 1150, PublishAddress: false, WebIDs: '2' });
    expect(home(70002)).not.toHaveProperty('DateFree');
    expect(readContent(contentDir).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('shows a take-over for sale, says so, and leaves out what is not on offer', async () => {
    const { plan } = await run();
    expect(home(70003)).toMatchObject({ Goal: 0, PriceUnitText: { nl: 'overname handelsfonds' } });
    expect(plan.notes).toContainEqual({ id: 70003, note: expect.stringMatching(/take-over \(Goal 2\)/) });
    expect(existsSync(join(contentDir, 'properties/70004.json'))).toBe(false);
  });

  test('keeps a photograph once, under the hash of what is in it', async () => {
    await run();
    const [first] = home(70001).XLargePictureItems;
    expect(first.Url).toMatch(/^imported\/[0-9a-f]{2}\/[0-9a-f]{20}\.jpg$/);
    expect(home(70002).XLargePictureItems[0].Url).toBe(first.Url);
    expect(readFileSync(join(contentDir, 'media', first.Url))).toEqual(readFileSync(join(feed, 'front.jpg')));
  });

  test('read a second time changes no file', async () => {
    await run();
    const before = snapshot();
    expect(await run()).toMatchObject({
      code: 0,
      plan: { added: [], changed: [], removed: [], same: 3 },
      pictures: { fetched: 0 },
    });
    expect(snapshot()).toEqual(before);
  });

  test('read dry tells what would change, with the fields, and changes nothing', async () => {
    await run();
    dutch((rows) =>
      rows.filter(({ ID }) => ID !== 70003).map((row) => (row.ID === 70001 ? { ...row, NumberOfBedRooms: 5, Marquee: 5 } : row)),
    );
    const before = snapshot();
    change(join(contentDir, 'settings/import.json'), (data) => ({ ...data, maxRemovedPercent: 50 }));
    const told = await run('--dry-run');
    expect(told.plan).toMatchObject({
      changed: [{ id: 70001, fields: expect.arrayContaining(['NumberOfBedRooms', 'Marquee']) }],
      removed: [70003],
    });
    expect(snapshot().filter((line) => !line.startsWith('settings/import.json'))).toEqual(
      before.filter((line) => !line.startsWith('settings/import.json')),
    );
  });

  test('leaves to editors what it does not decide about', async () => {
    await run();
    change(join(contentDir, 'properties/70001.json'), (data) => ({ ...data, Zoning: 'Wg', Price: 1 }));
    dutch((rows) => rows.map((row) => (row.ID === 70001 ? { ...row, HasCellar: '-' } : row)));
    await run();
    expect(home(70001)).toMatchObject({ Zoning: 'Wg', Price: 549000 });
    expect(home(70001)).not.toHaveProperty('HasCellar');
  });
});

describe('a home that left the feed', () => {
  test('is gone, not deleted, and comes back with what editors wrote', async () => {
    await run();
    change(join(contentDir, 'settings/import.json'), (data) => ({ ...data, maxRemovedPercent: 50 }));
    change(join(contentDir, 'properties/70003.json'), (data) => ({ ...data, Zoning: 'Wg' }));
    dutch((rows) => rows.filter(({ ID }) => ID !== 70003));
    expect(await run()).toMatchObject({ plan: { removed: [70003] } });
    expect(existsSync(join(contentDir, 'properties/70003.json'))).toBe(false);
    expect(existsSync(join(contentDir, 'gone/70003.json'))).toBe(true);
    cpSync(join(FEEDS, 'omnicasa.nl.json'), join(feed, 'omnicasa.nl.json'));
    expect(await run()).toMatchObject({ plan: { added: [70003] } });
    expect(home(70003)).toMatchObject({ Zoning: 'Wg' });
    expect(existsSync(join(contentDir, 'gone/70003.json'))).toBe(false);
  });

  test('homes that an editor made are never touched', async () => {
    await run();
    expect(existsSync(join(contentDir, 'properties/24187.json'))).toBe(true);
    expect((await run()).plan.removed).toEqual([]);
  });
});

describe('a feed that cannot be trusted changes nothing and raises an alarm', () => {
  test.each<[string, () => void, RegExp]>([
    ['cut off', () => writeFileSync(join(feed, 'omnicasa.nl.json'), '{"GetPropertyListJsonResult": {'), /is not JSON/],
    [
      'empty',
      () => {
        dutch(() => []);
        writeFileSync(join(feed, 'omnicasa.fr.json'), '[]');
      },
      /holds no homes/,
    ],
    [
      'a refusal',
      () =>
        writeFileSync(
          join(feed, 'omnicasa.nl.json'),
          '{"GetPropertyListJsonResult": {"Success": false, "Message": "No access"}}',
        ),
      /No access/,
    ],
    [
      'less than it promises',
      () =>
        change(join(feed, 'omnicasa.nl.json'), (data) => {
          data.GetPropertyListJsonResult.Value.RowsCount = 40;
          data.GetPropertyListJsonResult.Value.To = 40;
          return data;
        }),
      /4 of 40 promised/,
    ],
    [
      'too small all at once',
      () => {
        dutch((rows) => rows.slice(1, 2));
        writeFileSync(join(feed, 'omnicasa.fr.json'), '[]');
      },
      /take away 2 of 3 homes, more than 30 %/,
    ],
  ])('%s', async (_name, spoil, message) => {
    await run();
    expect(feedFindings(dataDir)).toMatchObject([{ state: 'ok' }]);
    spoil();
    const before = snapshot();
    expect(await run()).toMatchObject({ code: 1, ok: false, message: expect.stringMatching(message) });
    expect(snapshot()).toEqual(before);
    expect(feedFindings(dataDir)).toMatchObject([
      { name: 'feed omnicasa', state: 'fail', message: expect.stringMatching(message) },
    ]);
  });

  test('a home that cannot be shown stays as it was, and is named with the reason', async () => {
    await run();
    dutch((rows) => rows.map((row) => (Number(row.ID) === 70002 ? { ...row, Zip: '9999', City: 'NERGENS' } : row)));
    const { code, plan } = await run();
    expect([code, plan.removed]).toEqual([0, []]);
    expect(plan.skipped).toEqual([{ id: 70002, why: expect.stringMatching(/9999 Nergens does not stand in cities\.json/) }]);
    expect(home(70002)).toMatchObject({ Zip: '1800' });
  });

  test('a picture that is none is left out and named; the home is there', async () => {
    writeFileSync(join(feed, 'garden.png'), '<html>not found</html>');
    const { code, pictures } = await run();
    expect([code, home(70001).XLargePictureItems.length]).toEqual([0, 1]);
    expect(pictures.failed).toEqual([
      { id: 70001, address: 'garden.png', reason: expect.stringMatching(/is no JPEG, PNG or WebP/) },
    ]);
    rmSync(join(feed, 'front.jpg'));
    dutch((rows) => rows.map((row) => ({ ...row, XLargePictureItems: [{ Url: '../../content/settings/site.json' }] })));
    expect((await run()).pictures.failed[0]).toMatchObject({ reason: 'does not lie beside the feed' });
  });
});

test('a table becomes homes, with columns named as settings say', async () => {
  change(join(contentDir, 'settings/import.json'), (data) => ({ ...data, fields: { csv: { Titel: 'TypeDescription.nl' } } }));
  cpSync(join(FEEDS, 'homes.csv'), join(feed, 'homes.csv'));
  const { code } = await runCommand(['import', join(feed, 'homes.csv'), '--from', 'csv'], {
    CONTENT_DIR: contentDir,
    DATA_DIR: dataDir,
  });
  expect(code).toBe(0);
  expect(home(80001)).toMatchObject({
    TypeDescription: { nl: 'Huis met zicht', fr: 'Maison avec vue' },
    Price: 399000,
    PublishAddress: false,
    Source: 'csv',
  });
  expect(home(80001).XLargePictureItems.length).toBe(2);
  expect(home(80002)).toMatchObject({ TypeDescription: { nl: 'Flat; gelijkvloers' }, Goal: 1 });
});

describe('a download', () => {
  const serve = async (
    answer: (range: string | undefined, count: number) => { status: number; body: Buffer; cut?: number; etag?: string },
  ) => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.headers.range);
      const { status, body, cut, etag = '"one"' } = answer(request.headers.range, asked.length);
      response.writeHead(status, { ETag: etag, 'Content-Length': body.length });
      if (cut === undefined) return void response.end(body);
      response.write(body.subarray(0, cut));
      setTimeout(() => response.destroy(), 100);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/a.jpg`, asked };
  };
  const bytes = Buffer.from('0123456789'.repeat(2000));

  test('that breaks off is continued where it stopped', async () => {
    const { url, asked } = await serve((range, count) => {
      if (count === 1) return { status: 200, body: bytes, cut: 8000 };
      const start = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
      return { status: range ? 206 : 200, body: bytes.subarray(start) };
    });
    const result = await download(url, testFolder(), { pauseMs: 1 });
    expect(result.ok && readFileSync(result.file).equals(bytes)).toBe(true);
    expect(asked).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  });

  test('that is too large, or never there, is given up', async () => {
    const { url } = await serve(() => ({ status: 200, body: bytes }));
    expect(await download(url, testFolder(), { pauseMs: 1, mostBytes: 5000 })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/larger than/),
    });
    const { url: absent, asked } = await serve(() => ({ status: 404, body: Buffer.from('no') }));
    expect(await download(absent, testFolder(), { pauseMs: 1 })).toEqual({ ok: false, reason: 'answered 404' });
    expect(asked.length).toBe(1);
    const { url: broken, asked: tries } = await serve(() => ({ status: 500, body: Buffer.from('no') }));
    expect(await download(broken, testFolder(), { pauseMs: 1 })).toMatchObject({ ok: false });
    expect(tries.length).toBe(3);
    expect(await download('file:///etc/passwd', testFolder())).toEqual({ ok: false, reason: 'this is no web address' });
  });
});
