import { expect, test } from 'vitest';
import { filmsOf, playerOriginsOf } from '../../src/features/property/site/photo-viewer-films.client.ts';

const SITE = 'https://www.proefhof.example';

test('the tour is before the videos, each with the company that plays it', () => {
  const property = {
    VirtualTour: 'https://my.matterport.com/show/?m=SxQL3iGyoDo',
    Videos: ['https://youtu.be/dQw4w9WgXcQ'],
  };
  expect(filmsOf(property, SITE).map(({ kind, company, slide }) => [kind, company, slide])).toEqual([
    ['tour', 'Matterport', 'player'],
    ['video', 'YouTube', 'player'],
  ]);
  expect(playerOriginsOf(property, SITE)).toEqual(['https://my.matterport.com', 'https://www.youtube-nocookie.com']);
});

test('a film of the agency plays from its own file without another company', () => {
  const property = { Videos: [`${SITE}/media/video/tour.mp4`, '/media/video/tour.webm'] };
  expect(filmsOf(property, SITE).map(({ href, slide }) => [href, slide])).toEqual([
    ['/media/video/tour.mp4', 'film'],
    ['/media/video/tour.webm', 'film'],
  ]);
  expect(playerOriginsOf(property, SITE)).toEqual([]);
});

test.each([
  ['a film file of another server', { Videos: ['https://cdn.example.net/tour.mp4'] }],
  ['a tour of an unknown maker', { Videos: [], VirtualTour: 'https://tours.example.net/1' }],
])('%s is only a link', (_, property) => {
  expect(filmsOf(property, SITE).map(({ slide }) => slide)).toEqual([undefined]);
  expect(playerOriginsOf(property, SITE)).toEqual([]);
});

test('a URL that is no video is left out', () => {
  expect(filmsOf({ Videos: ['https://www.example.net/about', `${SITE}/nl/`] }, SITE)).toEqual([]);
});

test('two videos at one company need one origin', () => {
  expect(playerOriginsOf({ Videos: ['https://vimeo.com/1', 'https://vimeo.com/2'] }, SITE)).toEqual([
    'https://player.vimeo.com',
  ]);
});
