import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { found, property } from '../support/found-in-content.ts';

const PLAN = { Url: 'photos/large.jpg', Name: { nl: 'Plan', fr: 'Plan' } };
const planned = (...Areas: Record<string, unknown>[]) => ({ FloorPlans: [{ ...PLAN, Areas }] });
const box = { X: 10, Y: 10, Width: 30, Height: 30 };

test.each<[string, Record<string, unknown>, RegExp]>([
  [
    'a room that is not in the list',
    { XLargePictureItems: [{ ...PLAN, Room: 'kitchn' }] },
    /error .*XLargePictureItems\[0\]\.Room: found "kitchn"; .*did you mean "kitchen"\?/,
  ],
  [
    'an area that ends right of the plan',
    planned({ ...box, X: 80, Photo: 'photos/large.jpg' }),
    /error .*Areas\[0\]\.Width: .*the area ends right of the plan: X and Width may be 100 together/,
  ],
  [
    'an area that ends below the plan',
    planned({ ...box, Height: 95, Photo: 'photos/large.jpg' }),
    /error .*Areas\[0\]\.Height: .*the area ends below the plan: Y and Height may be 100 together/,
  ],
  [
    'an area that leads nowhere',
    planned(box),
    /error .*Areas\[0\]\.Room: .*give the Room of the area, or the Photo that it leads to/,
  ],
  [
    'an area of a room without a photograph',
    planned({ ...box, Room: 'attic' }),
    /warning .*Areas\[0\]\.Room: found "attic"; no photograph has this Room; give it to one of XLargePictureItems/,
  ],
  [
    'an area that names a photograph of another property',
    planned({ ...box, Photo: 'photos/photo-10.jpg' }),
    /warning .*Areas\[0\]\.Photo: found "photos\/photo-10\.jpg"; this is no photograph of the property/,
  ],
  [
    'a focus outside the photograph',
    { XLargePictureItems: [{ ...PLAN, Focus: { X: 120, Y: 10 } }] },
    /error .*XLargePictureItems\[0\]\.Focus\.X: found 120; .*100/,
  ],
  [
    'a pair without the photograph after the works',
    { BeforeAfter: [{ Before: PLAN }] },
    /error .*BeforeAfter\[0\]\.After: found nothing/,
  ],
  [
    'an upright photograph that is not there',
    { PortraitPictureItem: { ...PLAN, Url: 'photos/absent.jpg' } },
    /error .*PortraitPictureItem\.Url: found "photos\/absent\.jpg"/,
  ],
])('%s is reported with its place and how to fix it', async (_name, more, message) => {
  const { said } = await found((at) => property(at, more));
  expect(said).toContainEqual(expect.stringMatching(message));
});

test.each<[string, string, RegExp | null]>([
  [
    'of 1200 x 800 pixels',
    'photos/photo-01.jpg',
    /warning .*Panoramas\[0\]\.Url: .*it is \d+ x \d+ pixels; .*twice as wide as high.*as equirectangular \(2:1\)/,
  ],
  ['that is not there', 'photos/absent.jpg', /error .*Panoramas\[0\]\.Url: found "photos\/absent\.jpg"/],
  [
    'of 1600 x 800 pixels',
    'photos/small-360.jpg',
    /warning .*Panoramas\[0\]\.Url: .*it is 1600 pixels wide; a 360° photograph needs 2000 .*export it larger/,
  ],
  ['of 2048 x 1024 pixels', 'photos/room-360.jpg', null],
  ['of 2048 x 1044 pixels', 'photos/high-360.jpg', /warning .*it is 2048 x 1044 pixels/],
  ['that is half a percent too high', 'photos/nearly-360.jpg', null],
])('a 360° photograph %s', async (_name, Url, message) => {
  const drawn = { 'small-360': [1600, 800], 'high-360': [2048, 1044], 'nearly-360': [2048, 1029] } as const;
  const pictures = await Promise.all(
    Object.entries(drawn).map(async ([name, [width, height]]) => {
      const picture = sharp({ create: { width, height, channels: 3, background: '#888' } });
      return [`media/photos/${name}.jpg`, await picture.jpeg().toBuffer()] as const;
    }),
  );
  const { said } = await found((at) => {
    for (const [path, bytes] of pictures) writeFileSync(at(path), bytes);
    property(at, { Panoramas: [{ ...PLAN, Url }] });
  });
  expect(said).toEqual(message ? [expect.stringMatching(message)] : []);
});

test('rooms and areas that fit give nothing to fix', async () => {
  const { said } = await found((at) =>
    property(at, {
      XLargePictureItems: [{ ...PLAN, Room: 'kitchen' }],
      ...planned({ ...box, Room: 'kitchen' }, { X: 50, Y: 0, Width: 50, Height: 100, Photo: 'photos/large.jpg' }),
    }),
  );
  expect(said).toEqual([]);
});
