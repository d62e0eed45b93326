import { describe, expect, test } from 'vitest';
import { type Judged, marksOf } from '../support/observatory.ts';

describe('the Observatory checks detect', () => {
  const good = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  };
  const page = (html: string): Judged => ({ headers: { ...good, 'content-type': 'text/html' }, text: html });
  test.each<[string, Judged, string]>([
    ['a good response', { headers: good }, 'A+'],
    ['no policy', { headers: { ...good, 'content-security-policy': undefined } }, 'C'],
    [
      'inline scripts',
      {
        headers: {
          ...good,
          'content-security-policy': "script-src 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'",
        },
      },
      'B+',
    ],
    ['scripts from anywhere', { headers: { ...good, 'content-security-policy': "frame-ancestors 'none'" } }, 'B+'],
    [
      'eval',
      {
        headers: { ...good, 'content-security-policy': `${good['content-security-policy']}; script-src 'unsafe-eval'` },
      },
      'A+',
    ],
    ['a directive said twice', { headers: { ...good, 'content-security-policy': "img-src 'self'; img-src *" } }, 'C'],
    ['no HSTS', { headers: { ...good, 'strict-transport-security': undefined } }, 'B+'],
    ['a foreign script', page('<script src="https://evil.example/a.js"></script>'), 'A+'],
    ['a foreign script without encryption', page('<script src="http://evil.example/a.js"></script>'), 'C'],
    ['a session that scripts read', { headers: { ...good, 'set-cookie': ['owner=1; Secure; SameSite=Lax'] } }, 'B'],
    ['a cookie for every site', { headers: { ...good, 'set-cookie': ['a=1; Secure; HttpOnly; SameSite=None'] } }, 'B+'],
    [
      'sharing with everybody',
      { headers: { ...good, 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' } },
      'C',
    ],
  ])('%s: %s', (_name, judged, grade) => {
    expect(marksOf(judged).grade).toBe(grade);
  });

  test('the contents of a meta element', () => {
    const html = '<meta http-equiv="content-security-policy" content="script-src \'unsafe-inline\'">';
    const { headers } = page('');
    const loose = { ...headers, 'content-security-policy': "frame-ancestors 'none'; object-src 'none'" };
    expect(marksOf({ headers: loose, text: html }).findings[0]).toMatchObject({ found: 'unsafe scripts' });
  });
});
