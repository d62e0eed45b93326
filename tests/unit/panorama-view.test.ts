import { describe, expect, test } from 'vitest';
import { directions, enlarged, firstView, turned } from '../../src/features/property/site/panorama.client.ts';

const RIGHT_ANGLE = Math.PI / 2;

/** Where on the picture a point of the screen is, from 0 to 1, as the shader computes it. */
function onPicture(matrix: readonly number[], x: number, y: number): [across: number, down: number] {
  const [dx, dy, dz] = [0, 1, 2].map((row) => matrix[row]! * x + matrix[row + 3]! * y + matrix[row + 6]!);
  const length = Math.hypot(dx!, dy!, dz!);
  return [Math.atan2(dx!, dz!) / (2 * Math.PI) + 0.5, Math.acos(dy! / length) / Math.PI];
}

describe('what is seen of a 360° photograph', () => {
  test.each([
    ['straight on, the middle', 0, 0, [0.5, 0.5]],
    ['a quarter to the right, three quarters', RIGHT_ANGLE, 0, [0.75, 0.5]],
    ['a quarter to the left, one quarter', -RIGHT_ANGLE, 0, [0.25, 0.5]],
    ['half a right angle up, a quarter from the top', 0, RIGHT_ANGLE / 2, [0.5, 0.25]],
    ['half a right angle down and right', RIGHT_ANGLE, -RIGHT_ANGLE / 2, [0.75, 0.75]],
  ])('%s', (_name, right, up, [across, down]) => {
    const seen = onPicture(directions(turned(firstView(), right, up), 1.6), 0, 0);
    expect(seen[0]).toBeCloseTo(across!, 6);
    expect(seen[1]).toBeCloseTo(down!, 6);
  });

  test('the edges are half the field of view away, wider on a wide screen', () => {
    const view = { yaw: 0, pitch: 0, fov: RIGHT_ANGLE };
    expect(onPicture(directions(view, 1), 1, 0)[0]).toBeCloseTo(0.5 + 1 / 8, 6);
    expect(onPicture(directions(view, 1), 0, 1)[1]).toBeCloseTo(0.25, 6);
    expect(onPicture(directions(view, 2), 1, 0)[0]).toBeCloseTo(0.5 + Math.atan(2) / (2 * Math.PI), 6);
  });

  test('an upright screen sees more above and below, and half as much beside', () => {
    const view = { yaw: 0, pitch: 0, fov: RIGHT_ANGLE };
    const [across, down] = [onPicture(directions(view, 0.25), 1, 0)[0], onPicture(directions(view, 0.25), 0, 1)[1]];
    expect(across).toBeCloseTo(0.5 + Math.atan(0.5) / (2 * Math.PI), 6);
    expect(down).toBeCloseTo(0.5 - Math.atan(2) / Math.PI, 6);
  });

  test('the screen is not mirrored: right is more to the right, up is higher, in each direction', () => {
    for (const yaw of [0, 1, 2]) {
      const matrix = directions(turned(firstView(), yaw, 0.3), 1);
      const [across, down] = onPicture(matrix, 0, 0);
      expect((onPicture(matrix, 0.1, 0)[0] - across + 1) % 1).toBeLessThan(0.1);
      expect(onPicture(matrix, 0.1, 0)[0]).not.toBeCloseTo(across, 3);
      expect(onPicture(matrix, 0, 0.1)[1]).toBeLessThan(down);
    }
  });

  test('after a whole turn the same is seen, and nobody tips over', () => {
    const around = onPicture(directions(turned(firstView(), 4 * RIGHT_ANGLE, 0), 1), 0.3, 0.2);
    const [across, down] = onPicture(directions(firstView(), 1), 0.3, 0.2);
    expect(around[0]).toBeCloseTo(across, 6);
    expect(around[1]).toBeCloseTo(down, 6);
    for (const up of [9, -9]) expect(Math.abs(turned(firstView(), 0, up).pitch)).toBeLessThan(RIGHT_ANGLE);
  });

  test('enlarging narrows the view, between 30° and 100°', () => {
    const degrees = (times: number) => Math.round((enlarged(firstView(), times).fov * 180) / Math.PI);
    expect([degrees(1), degrees(1.5), degrees(99), degrees(0.01)]).toEqual([75, 50, 30, 100]);
  });
});
