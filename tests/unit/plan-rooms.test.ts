import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planRooms } from '../../src/features/property/plan-rooms.ts';

describe('the rooms of a plan', () => {
  test('are read from its caption, several numbers for one name', () => {
    expect(planRooms('Plan, 1er étage : 1 hall de nuit, 2 4 chambre')).toEqual({
      title: 'Plan, 1er étage',
      rooms: '1 hall de nuit\n2 4 chambre',
    });
  });

  test.each([
    'Gelijkvloers',
    'Schaal: 1/100',
    'Verdieping 2: leefruimte, keuken',
    ': 1 hal',
    'Plan: 1 hal, en meer',
    '',
  ])('a caption that is a sentence stays one: %j', (caption) => {
    expect(planRooms(caption)).toBeNull();
  });

  test('nothing of a caption is lost', () => {
    const name = fc.stringMatching(/^[a-zéü][a-zéü -]{0,12}[a-z]$/);
    const room = fc.tuple(fc.array(fc.nat(40), { minLength: 1, maxLength: 3 }), name);
    fc.assert(
      fc.property(fc.array(room, { minLength: 1, maxLength: 8 }), (rooms) => {
        const listed = rooms.map(([numbers, name]) => `${numbers.join(' ')} ${name}`).join(', ');
        expect(planRooms(`Plan, EG: ${listed}`)?.rooms.replaceAll('\n', ', ')).toBe(listed.replace(/ +/g, ' '));
      }),
    );
  });
});
