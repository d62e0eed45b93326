import { describe, expect, test } from 'vitest';
import { linksOf, mainOf, open, wordsOf } from '../support/browse.ts';
import { idsOf } from '../support/list-of.ts';

const [first = 0, second = 0] = await idsOf('/nl/te-koop/', 'type=1&sold=hide');
const chosenOn = async (path: string) =>
  (await open(path)).querySelectorAll('input[name=ids][checked]').map((box) => Number(box.getAttribute('value')));

describe('properties that were chosen on another page', () => {
  test.each(['/nl/panden-volgen/', '/fr/suivre-des-biens/', '/nl/contact/'])(
    'are offered and ticked on %s',
    async (path) => {
      expect(await chosenOn(`${path}?ids=${first}&ids=${second}`)).toEqual([first, second]);
      expect(await chosenOn(`${path}?ids=${first},${second}.999999,x`)).toEqual([first, second]);
    },
  );

  test.each(['', '?ids=', '?ids=999999', '?ids=<script>'])(
    'none of them (%s): no form to follow them',
    async (search) => {
      const page = await open(`/nl/panden-volgen/${encodeURI(search)}`);
      expect(page.querySelector('main form')).toBeNull();
      expect(mainOf(page)).toContain('Kies eerst in uw favorieten');
      expect(linksOf(page.querySelector('main'))).toContain('/nl/favorieten/');
    },
  );

  test('none of them: the contact page is the usual one', async () => {
    const page = await open('/nl/contact/?ids=999999');
    expect(page.querySelectorAll('fieldset').map(wordsOf).join()).not.toContain('Gekozen panden');
    expect(wordsOf(page.querySelector('h1'))).not.toBe('Bezoeken plannen');
  });
});
