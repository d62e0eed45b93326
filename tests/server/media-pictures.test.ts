import { createHash } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openMediaIndex, openMediaIndexFile } from '../../src/platform/media/media-index.server.ts';
import { mediaPhoto } from '../support/media-photo.ts';
import { openMediaSite } from '../support/media-site.ts';

// Always the same number of bytes, whatever it shows.
const uncompressed = async (mean: number) =>
  sharp(await mediaPhoto(90, 60, mean))
    .png({ compressionLevel: 0 })
    .toBuffer();
const versionOf = (content: Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 8);

describe('a picture is served in the size and format asked for', () => {
  test.each([
    ['width=60&format=webp', 'webp', 60, 45],
    ['width=60&height=60&format=webp', 'webp', 60, 60],
    ['width=400&format=png', 'png', 400, 300],
    ['width=800&format=jpeg', 'jpeg', 800, 600],
    ['width=1360&format=webp', 'webp', 1280, 960],
    ['height=75&format=png', 'png', 100, 75],
    ['height=125&format=webp', 'webp', 167, 125],
    ['format=webp', 'webp', 800, 600],
  ])('%s', async (query, format, width, height) => {
    const site = await openMediaSite();
    await site.put('properties/12/front.jpg', await mediaPhoto(1280, 960));
    const { status, headers, body } = await site.fetchPath(`/media/properties/12/front.jpg?${query}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': `image/${format}`,
      'content-length': String(body.length),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.vary).toBeUndefined();
    expect(await sharp(body).metadata()).toMatchObject({ format, width, height });
  });

  test('avif by query and by Accept', async () => {
    const site = await openMediaSite();
    await site.put('a.jpg', await mediaPhoto(500, 300));
    const byQuery = await site.fetchPath('/media/a.jpg?width=250&format=avif');
    const accepted = await site.fetchPath('/media/a.jpg?width=250', { Accept: 'image/avif,image/webp' });
    expect(await sharp(byQuery.body).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width: 250 });
    expect(accepted.body).toEqual(byQuery.body);
    expect(accepted.headers).toMatchObject({ vary: 'Accept', 'content-type': 'image/avif' });
    expect(site.media().statistics().renders).toBe(1);
  });

  test.each([
    [600, 58],
    [800, 72],
  ])('a photograph with many details is %i pixels wide in quality %i', async (width, quality) => {
    const site = await openMediaSite();
    const original = await mediaPhoto(1200, 900, 128, 80);
    await site.put('busy.jpg', original);
    const { body } = await site.fetchPath(`/media/busy.jpg?width=${width}&format=webp`);
    expect(body).toEqual(await sharp(original).resize({ width }).webp({ quality, effort: 5 }).toBuffer());
  });

  test('a photograph with few details keeps its quality on phones', async () => {
    const site = await openMediaSite();
    const original = await mediaPhoto(1200, 900, 128, 2);
    await site.put('calm.jpg', original);
    const { body } = await site.fetchPath('/media/calm.jpg?width=600&format=webp');
    expect(body).toEqual(await sharp(original).resize({ width: 600 }).webp({ quality: 72, effort: 5 }).toBuffer());
  });

  test('an upright part is cut around its point and is no larger than the original allows', async () => {
    const site = await openMediaSite();
    const half = { create: { width: 500, height: 800, channels: 3, background: '#f00' } } as const;
    const halves = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#00f' } });
    await site.put(
      'two.png',
      await halves
        .composite([{ input: half, left: 0, top: 0 }])
        .png()
        .toBuffer(),
    );
    const at = async (crop: string, width = 400) => {
      const { body } = await site.fetchPath(`/media/two.png?width=${width}&crop=${crop}&format=png`);
      const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true });
      return [info.width, info.height, data[0] === 255 ? 'red' : 'blue'];
    };
    expect(await at('4x5-0-50')).toEqual([400, 500, 'red']);
    expect(await at('4x5-100-50')).toEqual([400, 500, 'blue']);
    expect((await at('4x5-50-50', 800)).slice(0, 2)).toEqual([640, 800]);
  });

  test('an original smaller than the variant keeps its size', async () => {
    const site = await openMediaSite();
    await site.put(
      'small.png',
      await sharp({ create: { width: 40, height: 30, channels: 4, background: '#f000' } })
        .png()
        .toBuffer(),
    );
    for (const query of ['width=1920&format=webp', 'height=125&format=webp', 'width=60&height=60&format=webp'])
      expect(await sharp((await site.fetchPath(`/media/small.png?${query}`)).body).metadata()).toMatchObject({
        width: 40,
        height: 30,
      });
  });

  test('a transparent logo stays transparent, and is on white as JPEG', async () => {
    const site = await openMediaSite();
    await site.put(
      'logo.png',
      await sharp({ create: { width: 300, height: 250, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    );
    const logo = await sharp((await site.fetchPath('/media/logo.png?height=125')).body).metadata();
    expect(logo).toMatchObject({ format: 'png', height: 125, hasAlpha: true });
    const { data } = await sharp((await site.fetchPath('/media/logo.png?width=250&format=jpeg')).body)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  test('names with capitals, spaces and accents are found', async () => {
    const site = await openMediaSite();
    await site.put('IMG 1 façade 50%.JPG', await mediaPhoto(80, 60));
    expect((await site.fetchPath(`/media/${encodeURIComponent('IMG 1 façade 50%.JPG')}?width=60`)).status).toBe(200);
  });
});

test('camera metadata is removed and the picture is upright', async () => {
  const site = await openMediaSite();
  const exif = { IFD0: { Make: 'SecretCam' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 56/1 0/1' } };
  const original = await sharp(await mediaPhoto(300, 200))
    .withExif(exif)
    .withMetadata({ exif, orientation: 6 })
    .toBuffer();
  expect((await sharp(original).metadata()).exif?.includes('SecretCam')).toBe(true);
  await site.put('gps.jpg', original);
  expect(await site.media().describe('gps.jpg')).toMatchObject({ width: 200, height: 300 });
  for (const format of ['webp', 'avif', 'png', 'jpeg']) {
    const { body } = await site.fetchPath(`/media/gps.jpg?width=100&format=${format}`);
    const metadata = await sharp(body).metadata();
    expect(metadata).toMatchObject({ width: 100, height: 150 });
    for (const kept of [metadata.exif, metadata.icc, metadata.xmp, metadata.iptc]) expect(kept).toBeUndefined();
    expect(body.includes('SecretCam')).toBe(false);
  }
});

test('the tone of a picture is its dominant colour, survives a restart, and is none if transparent', async () => {
  const site = await openMediaSite();
  const plain = (background: string) => sharp({ create: { width: 90, height: 60, channels: 4, background } });
  await site.put('lawn.jpg', await plain('#5f783c').jpeg().toBuffer());
  await site.put('logo.png', await plain('#0000').png().toBuffer());
  await site.put('half.jpg', (await mediaPhoto(800, 600)).subarray(0, 2000));
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const tones = await Promise.all(
      ['lawn.jpg', 'logo.png', 'half.jpg', 'absent.jpg'].map((path) => site.media().tone(path)),
    );
    expect(tones).toEqual(['g', null, null, null]);
    await site.reopen();
  }
  await site.put('lawn.jpg', await plain('#78a0c8').jpeg().toBuffer());
  expect(await site.media().tone('lawn.jpg')).toBe('k');
});

describe('version and size', () => {
  test('follow the content, also across a restart', async () => {
    const site = await openMediaSite();
    const [first, second] = [await mediaPhoto(120, 80), await mediaPhoto(200, 100, 60)];
    await site.put('a.jpg', first);
    expect(await site.media().describe('a.jpg')).toMatchObject({
      version: versionOf(first),
      width: 120,
      height: 80,
      kind: 'picture',
    });
    await site.reopen();
    expect(await site.media().describe('a.jpg')).toMatchObject({ version: versionOf(first), width: 120, height: 80 });
    await site.put('a.jpg', second);
    expect(await site.media().describe('a.jpg')).toMatchObject({ version: versionOf(second), width: 200, height: 100 });
  });

  test('follow the date when the size is the same', async () => {
    const site = await openMediaSite();
    const contents = [await uncompressed(60), await uncompressed(190)];
    for (const [at, content] of contents.entries()) {
      await utimes(await site.put('a.png', content), 1_700_000_000 + at, 1_700_000_000 + at);
      expect(await site.media().describe('a.png')).toMatchObject({ version: versionOf(content) });
    }
  });

  test('a damaged index is rebuilt', async () => {
    const site = await openMediaSite();
    await site.put('a.jpg', await mediaPhoto(120, 80));
    await site.media().describe('a.jpg');
    await site.media().close();
    await writeFile(join(site.dataDir, 'media-index.json'), '{"format":1,"entries":[["a.jpg",{"bytes":');
    await site.reopen();
    expect(await site.media().describe('a.jpg')).toMatchObject({ width: 120 });
  });

  test('saving the index keeps the entries of another worker', async () => {
    const site = await openMediaSite();
    await site.put('a.jpg', await mediaPhoto(120, 80));
    await site.put('b.jpg', await mediaPhoto(60, 80));
    const indexes = [openMediaIndex(site), openMediaIndex(site)];
    await Promise.all(indexes.map((index, at) => index.describe(at === 0 ? 'a.jpg' : 'b.jpg')));
    for (const index of indexes) await index.close();
    const known = await openMediaIndexFile(join(site.dataDir, 'media-index.json')).load();
    expect([...known.keys()].sort()).toEqual(['a.jpg', 'b.jpg']);
  });

  test('a file replaced with the same size and date is never cached under the old version', async () => {
    const site = await openMediaSite();
    const original = await sharp(await mediaPhoto(90, 60))
      .png({ compressionLevel: 0 })
      .toBuffer();
    const swapped = await sharp(await mediaPhoto(90, 60, 40))
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(swapped.length).toBe(original.length);
    const file = await site.put('a.png', original);
    await utimes(file, 1_700_000_000, 1_700_000_000);
    await site.media().describe('a.png');
    await writeFile(file, swapped);
    await utimes(file, 1_700_000_000, 1_700_000_000);
    const early = await site.fetchPath(`/media/a.png?width=60&format=webp&v=${versionOf(original)}`);
    expect([early.status, early.headers['retry-after']]).toEqual([503, '1']);
    expect((await site.fetchPath('/media/a.png?width=60&format=webp')).status).toBe(200);
    expect(await site.media().describe('a.png')).toMatchObject({ version: versionOf(swapped) });
  });
});
