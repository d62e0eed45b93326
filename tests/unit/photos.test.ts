import { expect, test } from 'vitest';
import { photoOf } from '../../src/features/property/listing.ts';
import { ROOMS, roomNamed } from '../../src/features/property/photo-list.ts';
import { photoOfArea, photosOf } from '../../src/features/property/photos.ts';

const url = (name: string) => `photos/${name}.jpg`;
const area = (more: Partial<Parameters<typeof photoOfArea>[0]>) => ({ X: 0, Y: 0, Width: 10, Height: 10, ...more });

test('the main photograph is the first, and no photograph is shown twice', () => {
  const list = [{ Url: url('a') }, { Url: url('b'), Room: 'kitchen' as const }];
  const shown = photosOf({ XLargePictureItem: list[1], XLargePictureItems: list });
  expect(shown.map(({ src, room }) => [src, room])).toEqual([
    [url('b'), 'kitchen'],
    [url('a'), undefined],
  ]);
  expect(photosOf({ XLargePictureItems: [] })).toEqual([]);
});

test('the gallery knows the focus of a photograph, a card does not', () => {
  const item = { Url: url('a'), Room: 'facade' as const, Focus: { X: 70, Y: 40 } };
  expect(photosOf({ XLargePictureItems: [item] })[0]).toMatchObject({ room: 'facade', focus: [70, 40] });
  expect(Object.keys(photoOf(item)!)).not.toEqual(expect.arrayContaining(['focus']));
});

test('a room of a plan leads to its first photograph, or to the one that is named', () => {
  const photos = photosOf({
    XLargePictureItems: [
      { Url: url('hall'), Room: 'hall' },
      { Url: url('bed-1'), Room: 'bedroom' },
      { Url: url('bed-2'), Room: 'bedroom' },
    ],
  });
  expect(photoOfArea(area({ Room: 'bedroom' }), photos)?.src).toBe(url('bed-1'));
  expect(photoOfArea(area({ Room: 'bedroom', Photo: url('bed-2') }), photos)?.src).toBe(url('bed-2'));
  expect(photoOfArea(area({ Room: 'kitchen' }), photos)).toBeNull();
  // A wrong name is not replaced by another photograph.
  expect(photoOfArea(area({ Room: 'bedroom', Photo: url('gone') }), photos)).toBeNull();
});

test('a named photograph is found when it was cropped since', () => {
  const [before, after] = [
    'properties/1/bed-0123456789abcdef.jpg',
    'properties/1/bed-0123456789abcdef-c0.0.500.500.jpg',
  ];
  const photos = photosOf({ XLargePictureItems: [{ Url: after }] });
  expect(photoOfArea(area({ Photo: before }), photos)?.src ?? null).toBe(after);
});

test('only the rooms of the list are rooms', () => {
  expect(roomNamed('kitchen')).toBe('kitchen');
  for (const wrong of ['Keuken', '', 'toString', null, 3]) expect(roomNamed(wrong)).toBeNull();
  expect(Object.keys(ROOMS).length).toBeGreaterThan(15);
});
