import { describe, expect, test } from 'vitest';
import { picturesOf, sourceOf, takenOver, withPictures } from '../../src/features/property/media-items.ts';
import {
  addPictures,
  movePicture,
  orderPictures,
  withFocus,
  withRoom,
  withWords,
} from '../../src/features/property/photo-list.ts';
import { cropOfNumbers, cropOfRatio, pixelsOf } from '../../src/platform/media/crop.ts';
import { pathOfPicture, readPictureName, slugOfFile } from '../../src/platform/media/picture-name.ts';
import { byName } from '../../src/platform/text/by-name.ts';

const list = (...urls: string[]) => urls.map((Url) => ({ Url }));
const urls = (pictures: readonly { Url: string }[]) => pictures.map(({ Url }) => Url).join(' ');

describe('a list of photographs', () => {
  test('names are in the order in which people count', () => {
    expect(['b 10.jpg', 'B 2.jpg', 'a.jpg', 'b 1.jpg'].sort(byName)).toEqual([
      'a.jpg',
      'b 1.jpg',
      'B 2.jpg',
      'b 10.jpg',
    ]);
  });

  test('a picture moves one place, or to the front, and not beyond the ends', () => {
    expect(urls(movePicture(list('a', 'b', 'c'), 'c', 'first'))).toBe('c a b');
    expect(urls(movePicture(list('a', 'b', 'c'), 'c', 'up'))).toBe('a c b');
    expect(urls(movePicture(list('a', 'b', 'c'), 'a', 'up'))).toBe('a b c');
    expect(urls(movePicture(list('a', 'b', 'c'), 'c', 'down'))).toBe('a b c');
    expect(urls(movePicture(list('a', 'b'), 'x', 'first'))).toBe('a b');
  });

  test('an order keeps what it does not name behind the picture before it, and adds nothing', () => {
    expect(urls(orderPictures(list('a', 'b', 'new', 'c'), ['c', 'b', 'gone', 'a']))).toBe('c b new a');
    expect(urls(orderPictures(list('new', 'a', 'b'), ['b', 'a']))).toBe('new b a');
  });

  test('the same original is there once, cropped or not', () => {
    const name = { folder: 'properties/1', slug: 'x', original: '0123456789abcdef', crop: null, ending: 'jpg' };
    const crop = { left: 0, top: 125, width: 1000, height: 750 };
    const [whole, part] = [pathOfPicture(name), pathOfPicture({ ...name, crop })];
    expect(part).toBe('properties/1/x-0123456789abcdef-c0.125.1000.750.jpg');
    expect(readPictureName(part)).toEqual({ ...name, crop });
    expect(urls(addPictures(list(part), [whole, 'b', 'b']))).toBe(`${part} b`);
    expect(urls(addPictures(list('a', part), ['z'], [whole]))).toBe(`a z ${part}`);
  });

  test('alternative texts change in the languages of the form only, under the keys that are there', () => {
    const before = { Url: 'a', ID: 4, Name: { NL: 'Oud', it: 'Casa' } };
    expect(withWords(before, { nl: 'Nieuw', fr: '' })).toEqual({ Url: 'a', ID: 4, Name: { NL: 'Nieuw', it: 'Casa' } });
    expect(withWords({ Url: 'a', Name: { nl: 'Oud' } }, { nl: '' })).toEqual({ Url: 'a' });
  });

  test('a cover of its own becomes the first one, and is the first one afterwards', () => {
    const data = {
      XLargePictureItem: { Url: 'c' },
      SmallPictureItem: { Url: 'c' },
      XLargePictureItems: list('a', 'b', 'c'),
    };
    expect(urls(picturesOf(data, 'XLargePictureItems'))).toBe('c a b');
    expect(withPictures(data, 'XLargePictureItems', list('c', 'b', 'a'))).toEqual({
      ...{ SmallPictureItem: { Url: 'c' }, XLargePictureItems: list('c', 'b', 'a') },
    });
    expect(withPictures(data, 'XLargePictureItems', list('a', 'c'))).toEqual({ XLargePictureItems: list('a', 'c') });
  });

  test('a CRM decides the photographs until editors take them over, and never the floor plans', () => {
    const data = { Source: 'whise', EditorFields: ['DescriptionA'] };
    expect([sourceOf(data, 'XLargePictureItems'), sourceOf(data, 'FloorPlans')]).toEqual(['whise', null]);
    expect(takenOver(data, 'XLargePictureItems').EditorFields).toEqual(['DescriptionA', 'XLargePictureItems']);
    expect(sourceOf(takenOver(data, 'XLargePictureItems'), 'XLargePictureItems')).toBeNull();
  });
});

describe('a crop', () => {
  test('is the largest part of a ratio, at the place that was chosen', () => {
    const size = { width: 2000, height: 1000 };
    expect(cropOfRatio(size, 1, { across: 1, down: 0 })).toEqual({ left: 500, top: 0, width: 500, height: 1000 });
    expect(cropOfRatio(size, 4, { across: 0, down: 0.5 })).toEqual({ left: 0, top: 250, width: 1000, height: 500 });
    expect(pixelsOf({ left: 500, top: 0, width: 500, height: 1000 }, size)).toEqual({
      left: 1000,
      top: 0,
      width: 1000,
      height: 1000,
    });
  });

  test('by numbers stays within the picture', () => {
    expect(cropOfNumbers(-50, 980, 5000, 3)).toEqual({ left: 0, top: 950, width: 1000, height: 50 });
    expect(cropOfNumbers(0, Number.NaN, 1, 1)).toBeNull();
  });
});

test.each([
  ['Kéuken & Bad (2).JPG', 'keuken-bad-2'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\foto\\IMG_1.jpeg', 'img-1'],
  ['.jpg', 'file'],
  ['照片.jpg', 'file'],
])('the name %s becomes %s', (name, slug) => {
  expect(slugOfFile(name)).toBe(slug);
});

test('a photograph gets the room that is chosen, and loses it when none is', () => {
  const picture = { Url: 'a', Name: { nl: 'Eiland' } };
  expect(withRoom(picture, 'kitchen')).toEqual({ ...picture, Room: 'kitchen' });
  expect(withRoom({ ...picture, Room: 'kitchen' }, '')).toEqual(picture);
  expect(withRoom(picture, 'moon')).toEqual(picture);
});

test('a photograph gets the point that stays visible, and keeps its own when the choice is none of a form', () => {
  const picture = { Url: 'a', Name: { nl: 'Eiland' } };
  expect(withFocus(picture, '85 15')).toEqual({ ...picture, Focus: { X: 85, Y: 15 } });
  expect(withFocus({ ...picture, Focus: { X: 70, Y: 40.5 } }, '70 40.5')).toEqual({
    ...picture,
    Focus: { X: 70, Y: 40.5 },
  });
  expect(withFocus({ ...picture, Focus: { X: 70, Y: 40 } }, '')).toEqual(picture);
  for (const wrong of ['101 5', 'left', '1e1 2', '5', '-1 5'])
    expect(withFocus({ ...picture, Focus: { X: 70, Y: 40 } }, wrong)).toEqual({ ...picture, Focus: { X: 70, Y: 40 } });
});
