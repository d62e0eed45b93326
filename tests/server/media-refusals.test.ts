import { chmod, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { mediaBomb } from '../support/media-bomb.ts';
import { mediaPhoto } from '../support/media-photo.ts';
import { openMediaSite } from '../support/media-site.ts';

describe('what is not a plain picture in the folder is not found', () => {
  test.each([
    '/media/',
    '/media',
    '/media/absent.jpg',
    '/media/a.jpg/b.jpg',
    '/media/folder.jpg',
    '/media/../secret.jpg',
    '/media/%2e%2e/secret.jpg',
    '/media/x/%2e%2e/%2E%2E/secret.jpg',
    '/media/..%2fsecret.jpg',
    '/media/..%5csecret.jpg',
    '/media/..\\secret.jpg',
    '/media/%252e%252e%252fsecret.jpg',
    '/media/%252e%252e/secret.jpg',
    '/media/%2fetc/a.jpg',
    '/media//a.jpg',
    '/media/./x/../../secret.jpg',
    '/media/.hidden.jpg',
    '/media/.git/a.jpg',
    '/media/a.jpg%00.png',
    '/media/%00a.jpg',
    '/media/a.jpg%0a',
    '/media/%E0%A4%A.jpg',
    '/media/C:%5Ca.jpg',
    '/media/a.svg',
    '/media/a.gif',
    '/media/a.avif',
    '/media/a.json',
    '/media/a',
    '/media/outside.jpg',
    '/media/loop.jpg',
    '/media/__proto__',
    '/media/__proto__.jpg',
  ])('%s', async (path) => {
    const site = await openMediaSite();
    const photo = await mediaPhoto(80, 60);
    await writeFile(join(site.folder, 'content', 'secret.jpg'), photo);
    await symlink(join(site.folder, 'content', 'secret.jpg'), join(site.mediaDir, 'outside.jpg'));
    await symlink(join(site.mediaDir, 'loop.jpg'), join(site.mediaDir, 'loop.jpg'));
    for (const name of [
      'a.jpg',
      '.hidden.jpg',
      '.git/a.jpg',
      'a.gif',
      'a.avif',
      'a',
      'a.json',
      'folder.jpg/x.jpg',
      'x/y.jpg',
    ])
      await site.put(name, photo);
    await site.put('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const { status, headers, body } = await site.fetchPath(path);
    expect(status).toBe(404);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(body.toString()).toBe('Not found.\n');
    expect(site.reports).toEqual([]);
  });

  test.each([
    ['a name of 300 letters', 'x'.repeat(300)],
    ['a path of 3000 folders', `${'x/'.repeat(3000)}x`],
  ])('%s', async (_name, path) => {
    const site = await openMediaSite();
    expect((await site.fetchPath(`/media/${path}.jpg`)).status).toBe(404);
    expect(site.reports).toEqual([]);
  });

  test('a link inside the folder is followed', async () => {
    const site = await openMediaSite();
    const file = await site.put('a.jpg', await mediaPhoto(80, 60));
    await symlink(file, join(site.mediaDir, 'b.jpg'));
    expect((await site.fetchPath('/media/b.jpg?width=60')).status).toBe(200);
  });

  // Root may read everything.
  test.skipIf(process.getuid?.() === 0)('a file the server may not read is reported and not found', async () => {
    const site = await openMediaSite();
    await chmod(await site.put('a.jpg', await mediaPhoto(80, 60)), 0);
    expect((await site.fetchPath('/media/a.jpg')).status).toBe(404);
    expect(site.reports).toHaveLength(1);
  });
});

describe('a file that does not match its extension is refused', () => {
  const plain = () => sharp({ create: { width: 50, height: 40, channels: 3, background: '#123456' } });
  test.each([
    ['an AVIF', () => plain().avif().toBuffer()],
    ['a GIF', () => plain().gif().toBuffer()],
    ['a TIFF', () => plain().tiff().toBuffer()],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a RIFF that is no WebP', async () => Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['a signature and nothing more', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['an empty file', async () => Buffer.alloc(0)],
    ['a PNG of 20000 x 20000', async () => mediaBomb(20_000)],
  ])('%s', async (_name, content) => {
    const site = await openMediaSite();
    await site.put('disguised.jpg', await content());
    expect(await site.media().describe('disguised.jpg')).toBeNull();
    expect((await site.fetchPath('/media/disguised.jpg?width=60&format=webp')).status).toBe(404);
    expect(await site.media().prepare('disguised.jpg', { width: 60, format: 'webp' })).toBe(false);
    expect(site.media().statistics().renders).toBe(0);
  });

  test('the 20000 x 20000 PNG is refused for its size alone', async () => {
    expect(await sharp(mediaBomb(20_000), { limitInputPixels: false }).metadata()).toMatchObject({
      format: 'png',
      width: 20_000,
    });
    const site = await openMediaSite();
    await site.put('a.png', mediaBomb(2_000));
    expect((await site.fetchPath('/media/a.png?width=60&format=webp')).status).toBe(200);
  });

  test('a PNG named .jpg is still a picture', async () => {
    const site = await openMediaSite();
    await site.put('a.jpg', await plain().png().toBuffer());
    expect((await site.fetchPath('/media/a.jpg?width=60&format=webp')).headers['content-type']).toBe('image/webp');
  });

  test('a truncated JPEG is reported once, rendered once and never served', async () => {
    const site = await openMediaSite();
    const photo = await mediaPhoto(800, 600);
    await site.put('half.jpg', photo.subarray(0, photo.length / 2));
    for (let times = 0; times < 3; times += 1) {
      const { status, headers } = await site.fetchPath('/media/half.jpg?width=400&format=webp');
      expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    }
    expect(site.media().statistics()).toMatchObject({ renders: 1, cacheBytes: 0 });
    expect(site.reports.map(String)).toEqual([expect.stringMatching(/^Error: The picture half\.jpg cannot be used: /)]);
    await site.put('half.jpg', photo);
    expect((await site.fetchPath('/media/half.jpg?width=400&format=webp')).status).toBe(200);
  });
});
