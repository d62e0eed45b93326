import { describe, expect, test } from 'vitest';
import {
  captchaPicture,
  captchaText,
  issueFormToken,
  readFormToken,
} from '../../src/features/lead/robot-check.server.ts';
import { SECRET } from '../support/submit.ts';

const DAY_MS = 86_400_000;

describe('the token of a form page', () => {
  test('is read back with its time, and no two are alike', () => {
    const now = Date.now();
    const token = issueFormToken(SECRET, now);
    expect(readFormToken(SECRET, token)).toEqual({ name: token.split('.')[0], issuedAt: now });
    expect(issueFormToken(SECRET, now)).not.toBe(token);
  });

  test.each([
    [DAY_MS - 1, true],
    [DAY_MS, false],
  ])('after %d milliseconds: %s', (later, good) => {
    const now = Date.now();
    expect(readFormToken(SECRET, issueFormToken(SECRET, now), now + later) !== null).toBe(good);
  });
});

test('the picture holds the characters of its own page only, as a small PNG', async () => {
  const picture = await captchaPicture(SECRET, 'a-token');
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.length).toBeLessThan(20_000);
  expect(captchaText(SECRET, 'a-token')).toMatch(/^[a-y3-8]{5}$/);
  expect(captchaText(SECRET, 'a-token')).not.toBe(captchaText(SECRET, 'b-token'));
  expect(captchaText('another secret', 'a-token')).not.toBe(captchaText(SECRET, 'a-token'));
});
