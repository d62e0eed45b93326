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

test('rooms and areas that fit give nothing to fix', async () => {
  const { said } = await found((at) =>
    property(at, {
      XLargePictureItems: [{ ...PLAN, Room: 'kitchen' }],
      ...planned({ ...box, Room: 'kitchen' }, { X: 50, Y: 0, Width: 50, Height: 100, Photo: 'photos/large.jpg' }),
    }),
  );
  expect(said).toEqual([]);
});
