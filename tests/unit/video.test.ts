import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { videoOf } from '../../src/features/property/video.ts';

const ID = 'dQw4w9WgXcQ';

test.each(['mp4', 'mov', 'wmv', 'avi', 'flv', 'webm', 'MP4'])('a file that ends in .%s is a video', (extension) => {
  const href = `https://media.dorpel.be/tour.${extension}?v=2`;
  expect(videoOf(href)).toEqual({ kind: 'file', embedUrl: href });
});

describe('YouTube', () => {
  test.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `http://youtube.com/watch?list=x&v=${ID}&t=10s`,
    `https://m.youtube.com/watch?v=${ID}`,
    `https://youtu.be/${ID}`,
    `https://youtu.be/${ID}?si=x`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://www.youtube.com/embed/${ID}?rel=0`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    `  https://www.youtube.com/live/${ID} `,
  ])('plays %s without cookies', (href) => {
    expect(videoOf(href)).toEqual({
      kind: 'youtube',
      id: ID,
      embedUrl: `https://www.youtube-nocookie.com/embed/${ID}`,
    });
  });

  test.each([
    ['10 characters', `https://youtu.be/${ID.slice(1)}`],
    ['12 characters', `https://youtu.be/${ID}x`],
    ['12 characters in a watch URL', `https://www.youtube.com/watch?v=${ID}x`],
    ['a character that is none of its own', 'https://youtu.be/dQw4w9WgXc!'],
    ['no id', 'https://www.youtube.com/watch'],
    ['the name of a channel', 'https://www.youtube.com/elevenchars'],
  ])('plays nothing for %s', (_, href) => {
    expect(videoOf(href)).toBeNull();
  });
});

describe('Vimeo', () => {
  test.each([
    ['https://vimeo.com/76979871', '76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://player.vimeo.com/video/76979871?title=0', '76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://vimeo.com/channels/homes/76979871', '76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://vimeo.com/76979871/8272103f6e', '76979871', 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1'],
    ['https://player.vimeo.com/video/1?h=8272103f6e', '1', 'https://player.vimeo.com/video/1?h=8272103f6e&dnt=1'],
  ])('plays %s', (href, id, embedUrl) => {
    expect(videoOf(href)).toEqual({ kind: 'vimeo', id, embedUrl });
  });

  test.each([
    'https://vimeo.com/about',
    'https://vimeo.com/',
    'https://vimeo.com/76979871x',
    'https://vimeo.com/1?h="><b>',
  ])('makes no harmful URL of %s', (href) => {
    expect(videoOf(href)?.embedUrl ?? '').not.toMatch(/[^\w:/.?&=-]/);
  });

  test('plays numbers only', () => {
    expect(videoOf('https://vimeo.com/about')).toBeNull();
  });
});

describe('Facebook', () => {
  test.each([
    [
      'https://www.facebook.com/dorpel/videos/10153231379946729/',
      'https://www.facebook.com/dorpel/videos/10153231379946729/',
    ],
    [
      'https://facebook.com/dorpel/videos/ons-huis/10153231379946729',
      'https://www.facebook.com/dorpel/videos/ons-huis/10153231379946729',
    ],
    ['https://www.facebook.com/watch/?v=10153231379946729', 'https://www.facebook.com/watch/?v=10153231379946729'],
    ['https://m.facebook.com/watch?v=10153231379946729&ref=x', 'https://www.facebook.com/watch/?v=10153231379946729'],
    ['https://www.facebook.com/video.php?v=10153231379946729', 'https://www.facebook.com/watch/?v=10153231379946729'],
    ['https://www.facebook.com/reel/10153231379946729', 'https://www.facebook.com/reel/10153231379946729'],
  ])('plays %s', (href, page) => {
    expect(videoOf(href)).toEqual({
      kind: 'facebook',
      id: '10153231379946729',
      embedUrl: `https://www.facebook.com/plugins/video.php?href=${encodeURIComponent(page)}`,
    });
  });

  test.each([
    'https://www.facebook.com/dorpel',
    'https://www.facebook.com/watch/?v=x',
    'https://www.facebook.com/dorpel/photos/1',
  ])('plays nothing for %s', (href) => {
    expect(videoOf(href)).toBeNull();
  });
});

describe('virtual tours', () => {
  test('Matterport has an id', () => {
    const href = 'https://my.matterport.com/show/?m=SxQL3iGyoDo';
    expect(videoOf(href)).toEqual({ kind: 'matterport', id: 'SxQL3iGyoDo', embedUrl: href });
  });

  test.each([
    ['http://matterport.com/discover/space/x', 'matterport', 'https://matterport.com/discover/space/x'],
    ['https://www.tvl.be/video/huis-te-koop?x=1', 'tvl', 'https://www.tvl.be/video/huis-te-koop?x=1'],
    ['https://tvl.be/x', 'tvl', 'https://tvl.be/x'],
    ['https://app.yisual.com/tours/123', 'yisual', 'https://app.yisual.com/tours/123'],
    ['https://YISUAL.com:8443/x', 'yisual', 'https://yisual.com/x'],
  ])('%s is %s', (href, kind, embedUrl) => {
    expect(videoOf(href)).toEqual({ kind, embedUrl });
  });
});

test.each([
  'https://evilmatterport.com/show/?m=SxQL3iGyoDo',
  'https://matterport.com.evil.be/show/?m=x',
  'https://evil.be/matterport.com',
  'https://notyisual.com/x',
  'https://xtvl.be/x',
  `https://notyoutube.com/watch?v=${ID}`,
  `https://youtube.com.evil.be/watch?v=${ID}`,
  `https://youtube.com@evil.be/watch?v=${ID}`,
  `https://gebruiker:wachtwoord@youtu.be/${ID}`,
  'https://evilvimeo.com/76979871',
  'https://evilfacebook.com/x/videos/1',
])('%s only looks like one of them', (href) => {
  expect(videoOf(href)).toBeNull();
});

test.each([
  '',
  'geen adres',
  'tour.mp4',
  '/media/tour.mp4',
  'javascript:alert(1)//x.mp4',
  'data:video/x.mp4',
  'ftp://dorpel.be/x.mp4',
  'https://dorpel.be/?x=y.mp4',
  'https://',
  '__proto__',
])('"%s" is no video', (href) => {
  expect(videoOf(href)).toBeNull();
});

test('a frame always shows http or https', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (href) => {
      const video = videoOf(href);
      return video === null || /^https?:$/.test(new URL(video.embedUrl).protocol);
    }),
  );
});
